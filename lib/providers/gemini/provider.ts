import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'

/** @see https://ai.google.dev/gemini-api/docs/openai */
export const gemini = defineProvider({
  id: 'gemini',
  hosts: [/(^|\.)googleapis\.com$/],
  hidesThinking: true,
  embeddings: createOpenAiEmbeddings({ itemsMax: 100, takesTokens: false }),
})
