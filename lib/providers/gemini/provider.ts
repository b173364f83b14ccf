import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'

/** @see https://ai.google.dev/gemini-api/docs/openai */
export const gemini = defineProvider({
  id: 'gemini',
  kind: 'openai',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  variable: 'GEMINI_API_KEY',
  gives: 'key',
  hosts: [/(^|\.)googleapis\.com$/],
  embeddings: createOpenAiEmbeddings({ itemsMax: 100, takesTokens: false }),
})
