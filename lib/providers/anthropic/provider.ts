import { defineProvider } from '#lib/providers/define-provider.ts'
import { createAnthropic } from './messages.ts'
import { createNativeMessages } from './native-messages.ts'

/** @see https://docs.anthropic.com/en/api/messages */
export const anthropic = defineProvider({
  id: 'anthropic',
  apiFormats: ['messages'],
  headers: apiKey => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey !== null && { 'x-api-key': apiKey }),
  }),
  chat: upstream => ({ ...createAnthropic(upstream), native: { messages: createNativeMessages(upstream) } }),
})
