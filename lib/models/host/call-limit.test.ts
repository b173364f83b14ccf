import { expect, test } from 'vitest'
import { createCallLimit } from './call-limit.ts'

test('calls above the limit are rejected with advice, until one ends', () => {
  const limit = createCallLimit(2)
  const first = limit.enter()
  limit.enter()
  expect(() => limit.enter()).toThrow(
    expect.objectContaining({ code: 'rate_limit_exceeded', retryAfterMs: 5000 }),
  )

  first[Symbol.dispose]()
  expect(() => limit.enter()).not.toThrow()
})
