import { expect, test } from 'vitest'
import { toAddedProvider } from './added-setup.ts'

const row = { name: 'acme', kind: 'openai', server: null, messagesApi: null, responsesApi: null, apiKey: 'k' }
const baseUrl = 'https://api.acme.example/v1'

test.each([
  [null, undefined],
  ['base', true],
  ['off', false],
  ['/anthropic/v1', 'https://api.acme.example/anthropic/v1'],
])('an API format stored as %j is %j in the configuration', (stored, configured) => {
  const messages = toAddedProvider({ ...row, baseUrl, messagesApi: stored })
  const responses = toAddedProvider({ ...row, baseUrl, responsesApi: stored })

  expect(messages.apiFormats?.messages).toBe(configured)
  expect(responses.apiFormats?.responses).toBe(configured)
})

test('a path never leaves the host that the key is meant for', () => {
  for (const path of ['//evil.example/v1', '/@evil.example', String.raw`/\evil.example`]) {
    const { apiFormats } = toAddedProvider({ ...row, baseUrl, messagesApi: path, responsesApi: path })

    expect(new URL(String(apiFormats?.messages)).host).toBe('api.acme.example')
    expect(new URL(String(apiFormats?.responses)).host).toBe('api.acme.example')
  }
})
