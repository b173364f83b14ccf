import { expect, test } from 'vitest'
import { serveReranker } from './__fixtures__/test-reranker.ts'

test.for(['openai', 'gemini', 'mistral', 'groq', 'deepseek', 'xai', 'openrouter', 'ollama', 'lm-studio'])(
  '%s has no rerankers',
  async (server, context) => {
    await expect(serveReranker(context, { server }, { body: {} })).rejects.toThrow('no rerankers')
  },
)
