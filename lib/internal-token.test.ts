import { expect, test } from 'vitest'
import { isInternal } from './internal-token.ts'

test('only the token itself is accepted; anything else is rejected without throwing', () => {
  const token = 'a'.repeat(43)

  expect(isInternal(token, token)).toBe(true)
  for (const given of [undefined, '', 'a', [token], `${token}a`, 'ü'.repeat(43)])
    expect(isInternal(given, token)).toBe(false)
})
