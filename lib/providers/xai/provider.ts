import { defineProvider } from '#lib/providers/define-provider.ts'

/** @see https://docs.x.ai/docs/api-reference */
export const xai = defineProvider({
  id: 'xai',
  hosts: [/(^|\.)x\.ai$/],
  reportsCosts: true,
  hidesThinking: true,
  quirks: {
    effort: true,
    tokenLimit: 'max_completion_tokens',
    strip: ['presence_penalty', 'frequency_penalty', 'stop', 'logit_bias', 'metadata'],
  },
})
