import { describe, expect, test } from 'vitest'
import { requireSameOrigin } from './answer.ts'

describe('a request with side effects', () => {
  const request = (headers: Record<string, string>, method = 'POST') => ({
    method,
    headers: new Headers({ host: 'localhost:3000', ...headers }),
  })

  test('is accepted from our own page', () => {
    const own = request({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })
    expect(() => requireSameOrigin(own)).not.toThrow()
  })
  test.each([
    ['without an origin', {}],
    ['from another site', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://localhost:3001' }],
    ['from an opaque origin', { origin: 'null' }],
    ['with a foreign host', { host: 'evil.example', origin: 'http://evil.example' }],
    ['marked cross-site', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
    ['marked same-site', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
  ])('is rejected %s', (_, headers) => {
    expect(() => requireSameOrigin(request(headers))).toThrow(/./)
  })
  test('a read needs our host, but no origin', () => {
    expect(() => requireSameOrigin(request({}, 'GET'))).not.toThrow()
    expect(() => requireSameOrigin(request({ 'sec-fetch-site': 'cross-site' }, 'GET'))).toThrow(
      /another site/,
    )
  })
})
