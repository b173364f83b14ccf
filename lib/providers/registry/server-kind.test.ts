import { expect, test } from 'vitest'
import { serverOf } from './server-kind.ts'

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
  ['https://api.jina.ai/v1', 'jina'],
  ['https://api.voyageai.com/v1', 'voyage'],
  ['https://api.mixedbread.com/v1', 'mixedbread'],
  ['http://10.0.0.5:11434/v1', 'ollama'],
  ['http://localhost:1234/v1', 'lm-studio'],
  ['http://10.0.0.5:8000/v1', 'other'],
  ['https://notx.ai/v1', 'other'],
  ['https://api.openai.com.evil.example/v1', 'other'],
])('%s is served by %s', (baseUrl, server) => {
  expect(serverOf(baseUrl)).toBe(server)
})
