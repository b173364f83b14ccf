import { defineProvider } from '#lib/providers/define-provider.ts'
import { speechModel } from '#lib/providers/listed-model.ts'

/** @see https://console.groq.com/docs/openai */
export const groq = defineProvider({
  id: 'groq',
  kind: 'openai',
  baseUrl: 'https://api.groq.com/openai/v1',
  variable: 'GROQ_API_KEY',
  gives: 'key',
  hosts: [/(^|\.)groq\.com$/],
  quirks: {
    tokenLimit: 'max_completion_tokens',
    strip: ['logprobs', 'logit_bias', 'top_logprobs', 'n', 'metadata'],
    stripFromMessages: ['name', 'reasoning_content', 'refusal'],
  },
  models: [speechModel('whisper-large-v3-turbo'), speechModel('whisper-large-v3')],
})
