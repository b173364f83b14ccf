import { defineProvider } from '#lib/providers/define-provider.ts'

/** @see https://api-docs.deepseek.com */
export const deepseek = defineProvider({
  id: 'deepseek',
  quirks: { reasoningBack: true },
  hosts: [/(^|\.)deepseek\.com$/],
})
