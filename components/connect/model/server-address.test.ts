import { describe, expect, test } from 'vitest'
import { readServerAddress, warnOfAddress, warnOfWindow } from './server-address.ts'

test.each([
  ['http://localhost:3000', 'http://localhost:3000'],
  [' https://AI.example.org/ ', 'https://ai.example.org'],
  ['https://ai.example.org/v1', 'https://ai.example.org'],
  ['https://ai.example.org/sextant/v1/', 'https://ai.example.org/sextant'],
  ['http://[::1]:3000?a=b#c', 'http://[::1]:3000'],
  ['ai.example.org', null],
  ['ftp://ai.example.org', null],
  ['https://user:secret@ai.example.org', null],
  ['', null],
])('the address %j is %j', (text, address) => {
  expect(readServerAddress(text)).toBe(address)
})

describe('an address of this machine', () => {
  const addresses = ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'http://a.localhost']

  test.each(addresses)('%s is a warning for clients that call from elsewhere, and for no other', address => {
    const warn = (callsFrom: 'this machine' | 'its own servers' | 'a container') =>
      warnOfAddress(address, { name: 'Acme', callsFrom })

    expect(warn('this machine')).toBeNull()
    expect(warn('its own servers')).toContain('Enter a public address')
    expect(warn('a container')).toContain('Acme runs in a container')
  })

  test.each(['https://ai.example.org', 'http://192.168.1.5:3000', 'http://host.docker.internal:3000'])(
    '%s is none',
    address => {
      expect(warnOfAddress(address, { name: 'Acme', callsFrom: 'a container' })).toBeNull()
    },
  )
})

test('a small context window is a warning that names how large it must be', () => {
  const client = { name: 'Acme', needsTokens: { all: 16_384, less: { tokens: 2_048, flag: '--bare' } } }

  expect(warnOfWindow(16_384, client)).toBeNull()
  expect(warnOfWindow(null, client)).toBeNull()
  expect(warnOfWindow(100, { ...client, needsTokens: null })).toBeNull()
  expect(warnOfWindow(4_096, client)).toBe(
    'The context window of 4,096 tokens is too small for Acme, which needs 16,384 with its own tools. The lines below use --bare, which needs 2,048.',
  )
  expect(warnOfWindow(1_024, client)).toMatch(/or 2,048 with --bare\. Choose another model\.$/)
})
