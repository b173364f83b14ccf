import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/** @see https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
export const vllm = defineProvider({
  id: 'vllm',
  free: true,
  quirks: { streamUsage: 'continuous', masksLength: true, effort: true, prefill: true, reasoningBack: true },
  // Without `truncate_prompt_tokens`, inputs that are too long are rejected; −1 is the context window.
  embeddings: createOpenAiEmbeddings({
    truncates: true,
    extend: ({ truncate }) => (truncate ? { truncate_prompt_tokens: -1 } : {}),
  }),
  rerank: createJinaRerank({ fields: { truncate_prompt_tokens: -1 } }),
})
