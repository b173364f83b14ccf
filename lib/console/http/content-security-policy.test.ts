import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

test('the production policy allows no script without its nonce', () => {
  const policy = contentSecurityPolicy('abc')
  const scripts = policy.split('; ').find(directive => directive.startsWith('script-src '))

  expect(scripts).toBe(`script-src 'self' 'nonce-abc' 'strict-dynamic'`)
  expect(policy).toContain(`style-src 'self' 'nonce-abc'; style-src-attr 'unsafe-inline'`)
  expect(policy).toContain(`frame-ancestors 'none'`)
  expect(policy).not.toContain('unsafe-eval')
})

test('development drops the style nonce, or the browser would ignore unsafe-inline', () => {
  expect(contentSecurityPolicy('abc', true)).toContain(`style-src 'self' 'unsafe-inline'; `)
})
