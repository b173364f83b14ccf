import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'

/** @see https://lmstudio.ai/docs/app/api/endpoints/openai */
export const lmStudio = defineProvider({
  id: 'lm-studio',
  free: true,
  // Recognized by its default port.
  hosts: [/:1234$/],
  embeddings: createOpenAiEmbeddings({ takesTokens: false }),
})
