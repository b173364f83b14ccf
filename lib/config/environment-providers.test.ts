import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test('provider variables configure providers, in the order of lists', () => {
  using folder = makeFolder()

  const { providers } = folder.load({
    OLLAMA_HOST: 'localhost',
    COHERE_API_KEY: 'c',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_API_KEY: ' o ',
    GROQ_API_KEY: '',
  })

  expect(providers).toEqual([
    { id: 'openai', kind: 'openai', baseUrl: null, apiKey: 'o', from: 'environment' },
    { id: 'anthropic', kind: 'anthropic', baseUrl: null, apiKey: 'a', from: 'environment' },
    { id: 'cohere', kind: 'cohere', baseUrl: null, apiKey: 'c', from: 'environment' },
    { id: 'ollama', kind: 'openai', baseUrl: 'http://localhost:11434/v1', apiKey: null, from: 'environment' },
  ])
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
  ['0.0.0.0:8080', 'http://127.0.0.1:8080/v1'],
  ['http://gpu:80', 'http://gpu/v1'],
  ['https://gpu.example/', 'https://gpu.example:11434/v1'],
  ['https://gpu.example:443/ollama', 'https://gpu.example/ollama/v1'],
  ['[::1]:11434', 'http://[::1]:11434/v1'],
  ['http://gpu:1/v1/', 'http://gpu:1/v1'],
])('OLLAMA_HOST=%s connects to %s', (host, baseUrl) => {
  using folder = makeFolder()

  expect(folder.load({ OLLAMA_HOST: host }).providers[0]?.baseUrl).toBe(baseUrl)
})

test('a key that is not a valid header value stops the start and is not printed', () => {
  using folder = makeFolder()

  const message = folder.failure({ OPENAI_API_KEY: 'sk-one\nsk-two' })

  expect(message).toBe('OPENAI_API_KEY: must be printable ASCII characters without spaces')
})
