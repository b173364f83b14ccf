import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'

/** @see https://openrouter.ai/docs/api-reference */
export const openrouter = defineProvider({
  id: 'openrouter',
  quirks: { effort: true, cacheHints: true },
  hosts: [/(^|\.)openrouter\.ai$/],
  reportsCosts: true,
  // Its model list is public.
  probe: { url: 'list', method: 'GET', path: '/key' },
  embeddings: createOpenAiEmbeddings(),
})
