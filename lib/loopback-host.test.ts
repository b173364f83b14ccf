import { expect, test } from 'vitest'
import { isLoopbackAddress, isLoopbackHost, localUrl } from './loopback-host.ts'

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

test.each([
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['::1', 'http://[::1]:80'],
  ['localhost', 'http://127.0.0.1:80'],
  ['10.0.0.7', 'http://10.0.0.7:80'],
  ['fd00::7', 'http://[fd00::7]:80'],
  ['192.168.1.5', 'http://192.168.1.5:80'],
])('a server bound to %s is reached at %s', (host, url) => expect(localUrl(host, 80)).toBe(url))
