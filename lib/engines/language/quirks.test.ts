import { expect, test } from 'vitest'
import { quirksOf, serverKinds, serverOf } from './quirks.ts'

test.each([
  ['https://api.openai.com/v1', 'openai'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini'],
  ['https://api.mistral.ai/v1', 'mistral'],
  ['https://api.groq.com/openai/v1', 'groq'],
  ['https://api.cohere.ai/compatibility/v1', 'cohere'],
  ['https://api.deepseek.com', 'deepseek'],
  ['https://api.x.ai/v1', 'xai'],
  ['https://api.together.ai/v1', 'together'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['http://10.0.0.5:11434/v1', 'ollama'],
  ['http://localhost:1234/v1', 'lm-studio'],
  ['http://10.0.0.5:8000/v1', 'other'],
  ['https://notx.ai/v1', 'other'],
  ['https://api.openai.com.evil.example/v1', 'other'],
])('%s is served by %s', (baseUrl, server) => {
  expect(serverOf(baseUrl)).toBe(server)
})

test('only our own models process may speak our codes', () => {
  expect(serverKinds.filter(server => quirksOf(server).local === true)).toEqual(['local'])
})
