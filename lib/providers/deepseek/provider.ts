import { defineProvider } from '#lib/providers/define-provider.ts'

/** @see https://api-docs.deepseek.com */
export const deepseek = defineProvider({
  id: 'deepseek',
  kind: 'openai',
  baseUrl: 'https://api.deepseek.com',
  variable: 'DEEPSEEK_API_KEY',
  gives: 'key',
  hosts: [/(^|\.)deepseek\.com$/],
})
