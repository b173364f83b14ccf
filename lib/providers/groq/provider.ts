import { defineProvider } from '#lib/providers/define-provider.ts'
import { speechModel } from '#lib/providers/listed-model.ts'

/** @see https://console.groq.com/docs/openai */
export const groq = defineProvider({
  id: 'groq',
  // https://console.groq.com/docs/speech-to-text: audio is billed for 10 seconds at least.
  speechSecondsMin: 10,
  hosts: [/(^|\.)groq\.com$/],
  // https://console.groq.com/docs/compound: they choose their tools themselves.
  searchesUnasked: /^(groq\/)?compound/,
  quirks: {
    effort: true,
    tokenLimit: 'max_completion_tokens',
    strip: ['logprobs', 'logit_bias', 'top_logprobs', 'n', 'metadata'],
    stripFromMessages: ['name', 'reasoning_content', 'refusal'],
  },
  models: [speechModel('whisper-large-v3-turbo'), speechModel('whisper-large-v3')],
})
