import { expect, test } from 'vitest'
import { readLinkHost } from './link-host.ts'

test('the full host is shown, so that a look-alike is visible', () => {
  expect(readLinkHost('https://bank.example.evil.test/login')).toBe('bank.example.evil.test')
  expect(readLinkHost('https://user:pass@evil.test:8443/')).toBe('evil.test:8443')
  expect(readLinkHost('mailto:ada@example.com?subject=x')).toBe('ada@example.com')
})

test('homographs are shown as punycode', () => {
  expect(readLinkHost('https://аpple.com')).toBe('xn--pple-43d.com')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/team/keys',
  '#x',
  '//evil.test',
  'https://',
  '',
])('%s cannot be opened', address => {
  expect(readLinkHost(address)).toBeNull()
})
