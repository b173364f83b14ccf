import { expect, test } from 'vitest'
import { toOwnDeployment } from './own-deployment.ts'

test.each([
  ['openai/gpt-6-sol', 'openai', 'gpt-6-sol'],
  ['text-embedding-3-small', 'openai', 'text-embedding-3-small'],
  ['router/acme/large', 'router', 'acme/large'],
  ['local/qwen3-1.7b', 'local', 'local/qwen3-1.7b'],
])('%s is a model of %s', (id, provider, upstream) => {
  expect(toOwnDeployment({ id, owned_by: provider })).toEqual({ provider, upstream })
})
