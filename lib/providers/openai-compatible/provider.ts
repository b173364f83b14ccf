import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'
import { createJinaRerank } from '#lib/providers/reranking/jina-rerank.ts'

/**
 * Any other server: plain OpenAI without its newest field names. Ports 8000 and 8080 identify no server
 * because many use them.
 */
export const other = defineProvider({
  id: 'other',
  embeddings: createOpenAiEmbeddings(),
  rerank: createJinaRerank(),
})
