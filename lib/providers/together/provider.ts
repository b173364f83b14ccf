import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/** @see https://docs.together.ai/reference */
export const together = defineProvider({
  id: 'together',
  hosts: [/(^|\.)together\.(ai|xyz)$/],
  embeddings: createOpenAiEmbeddings({ takesTokens: false }),
  rerank: createJinaRerank(),
})
