import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/** @see https://docs.together.ai/reference */
export const together = defineProvider({
  id: 'together',
  kind: 'openai',
  baseUrl: 'https://api.together.ai/v1',
  variable: 'TOGETHER_API_KEY',
  gives: 'key',
  hosts: [/(^|\.)together\.(ai|xyz)$/],
  embeddings: createOpenAiEmbeddings({ takesTokens: false }),
  rerank: createJinaRerank(),
})
