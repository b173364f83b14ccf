import { expect, test } from 'vitest'
import { findAddressProblem } from './address-problem.ts'

const problemOf = (url: string, allow: string[] = [], addresses: string[] = []) =>
  findAddressProblem(url, {
    allow,
    resolve: async () => addresses.map(address => ({ address })),
  })

test.each([
  ['http://10.0.0.5:8000/v1', []],
  ['http://127.0.0.1:11434/v1', []],
  ['http://[fd00::5]/v1', []],
  ['http://169.254.169.254/v1', []],
  ['http://gpu.corp/v1', ['192.168.1.4']],
  ['http://gpu.corp/v1', ['93.184.216.34', '192.168.1.4']],
])('%s, resolving to %j, is blocked by name', async (url, addresses) => {
  const problem = await problemOf(url, [], addresses)

  expect(problem).toContain(addresses.at(-1) ?? new URL(url).hostname.replace(/^\[|\]$/g, ''))
  expect(problem).toContain('ALLOW_PRIVATE_PROVIDERS')
})

test.each([
  ['https://93.184.216.34/v1', [], []],
  ['https://api.example/v1', [], ['93.184.216.34']],
  ['http://10.0.0.5:8000/v1', ['10.0.0.0/8'], []],
  ['http://gpu.corp/v1', ['gpu.corp'], ['192.168.1.4']],
])('%s with %j allowed, resolving to %j, has no problem', async (url, allow, addresses) => {
  expect(await problemOf(url, allow, addresses)).toBeNull()
})

test('a name that does not resolve has no problem of its address', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))

  expect(await findAddressProblem('http://gpu.corp/v1', { allow: [], resolve })).toBeNull()
})
