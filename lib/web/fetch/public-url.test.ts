import { expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { AddressRefusal } from './address-refusal.ts'
import { readPublicUrl } from './public-url.ts'

const rules = {
  guard: createAddressGuard(['wiki.corp:8000', '10.0.0.0/8', 'localhost:9999']),
  ownOrigins: ['https://sextant.example.com'],
}

test.each([
  ['https://example.com', 'https://example.com/'],
  ['http://example.com.:8080/a?b#c', 'http://example.com:8080/a?b#c'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['http://wiki.corp:8000/', 'http://wiki.corp:8000/'],
  ['http://10.1.2.3:4444/', 'http://10.1.2.3:4444/'],
  ['http://localhost:9999/', 'http://localhost:9999/'],
  ['http://172.32.0.1/', 'http://172.32.0.1/'],
])('%s is allowed', (text, href) => {
  expect(readPublicUrl(text, rules).href).toBe(href)
})

test.each([
  ['', 'invalid URL'],
  ['example.com', 'invalid URL'],
  ['ftp://example.com/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['http://user@example.com/', 'credentials'],
  ['http://:pw@example.com/', 'credentials'],
  ['http://exa mple.com/', 'malformed'],
  ['http://example.com/\n', 'malformed'],
  ['http://example.com/\u0000', 'malformed'],
  [`http://example.com/${'x'.repeat(2048)}`, 'malformed'],
  ['http://example.com:22/', 'port 22'],
  ['http://localhost/', 'name'],
  ['http://localhost./', 'name'],
  ['http://intranet/', 'name'],
  ['http://wiki.corp/', 'name'],
  ['http://wiki.corp:8001/', 'port 8001'],
  ['http://printer.local/', 'name'],
  ['http://x.home.arpa/', 'name'],
  ['http://abc.onion/', 'name'],
  ['http://127.1/', 'not public'],
  ['http://0x7f000001/', 'not public'],
  ['http://[::1]/', 'not public'],
  ['https://sextant.example.com/v1/models', 'own origin'],
])('%s is rejected: %s', (text, reason) => {
  expect(() => readPublicUrl(text, rules)).toThrow(reason)
  expect(() => readPublicUrl(text, rules)).toThrow(AddressRefusal)
})

test('a relative redirect stays on its host, and one with two slashes is another host', () => {
  const base = new URL('https://example.com/a/b')

  expect(readPublicUrl('../c', rules, base).href).toBe('https://example.com/c')
  expect(readPublicUrl('//other.example/', rules, base).href).toBe('https://other.example/')
  expect(() => readPublicUrl('//127.0.0.1/', rules, base)).toThrow('not public')
})
