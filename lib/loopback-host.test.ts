import { expect, test } from 'vitest'
import { isLoopbackAddress, isLoopbackHost } from './loopback-host.ts'

test.each(['localhost', 'localhost:3000', '127.0.0.1:4100', '[::1]', '[::1]:3000', 'LOCALHOST:1'])(
  '%s is ours',
  host => expect(isLoopbackHost(host)).toBe(true),
)

test.each([
  null,
  '',
  'evil.example',
  'localhost.evil.example',
  'evil.example:3000',
  '127.0.0.1.nip.io',
  'localhost@evil.example',
  '192.168.1.4:3000',
  '[::2]:3000',
  'localhost:3000:1',
  '127.0.0.1 evil',
])('%s is refused', host => expect(isLoopbackHost(host)).toBe(false))

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['localhost:3000', false],
  ['127.0.0.1.nip.io', false],
])('the address %s is loopback: %s', (host, isLoopback) => expect(isLoopbackAddress(host)).toBe(isLoopback))
