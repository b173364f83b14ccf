import { expect, test } from 'vitest'
import { isInternal } from './internal-token.ts'

test('only the token itself is let in; anything else is refused, and never throws', () => {
  const token = 'a'.repeat(43)

  expect(isInternal(token, token)).toBe(true)
  for (const given of [undefined, '', 'a', [token], `${token}a`, 'ü'.repeat(43)])
    expect(isInternal(given, token)).toBe(false)
})
