import { expect, test } from 'vitest'
import { toAddedProvider } from './added-setup.ts'

const row = { name: 'acme', kind: 'openai', server: null, apiKey: 'k' }
const baseUrl = 'https://api.acme.example/v1'

test.each([
  [null, undefined],
  ['base', true],
  ['off', false],
  ['/anthropic/v1', 'https://api.acme.example/anthropic/v1'],
])('a Messages API stored as %j is %j in the configuration', (messagesApi, messages) => {
  expect(toAddedProvider({ ...row, baseUrl, messagesApi }).apiFormats?.messages).toBe(messages)
})

test('a path never leaves the host that the key is meant for', () => {
  for (const messagesApi of ['//evil.example/v1', '/@evil.example', String.raw`/\evil.example`]) {
    const { apiFormats } = toAddedProvider({ ...row, baseUrl, messagesApi })

    expect(new URL(String(apiFormats?.messages)).host).toBe('api.acme.example')
  }
})
