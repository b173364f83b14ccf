import { defineProvider } from '#lib/providers/define-provider.ts'
import { createOpenAiEmbeddings } from '#lib/providers/embedding/openai-embeddings.ts'

/** @see https://openrouter.ai/docs/api-reference */
export const openrouter = defineProvider({
  id: 'openrouter',
  kind: 'openai',
  baseUrl: 'https://openrouter.ai/api/v1',
  variable: 'OPENROUTER_API_KEY',
  gives: 'key',
  hosts: [/(^|\.)openrouter\.ai$/],
  reportsCosts: true,
  // Its model list is public.
  probe: { address: 'list', method: 'GET', path: '/key' },
  embeddings: createOpenAiEmbeddings(),
})
