import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/** @see https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
export const llamaCpp = defineProvider({
  id: 'llama.cpp',
  free: true,
  quirks: { effort: true },
  embeddings: createOpenAiEmbeddings(),
  rerank: createJinaRerank({ scale: 'logit' }),
})
