import { defineProvider } from '#lib/providers/define-provider.ts'
import { createAnthropic } from './messages.ts'

/** @see https://docs.anthropic.com/en/api/messages */
export const anthropic = defineProvider({
  id: 'anthropic',
  kind: 'anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  variable: 'ANTHROPIC_API_KEY',
  gives: 'key',
  apiFormats: ['messages'],
  headers: apiKey => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey !== null && { 'x-api-key': apiKey }),
  }),
  chat: createAnthropic,
})
