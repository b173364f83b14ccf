import { expect, test } from 'vitest'
import { createCallLimit } from './call-limit.ts'

test('more calls than the limit are refused with advice, until one has ended', () => {
  const limit = createCallLimit(2)
  const first = limit.enter()
  limit.enter()
  expect(() => limit.enter()).toThrow(
    expect.objectContaining({ code: 'rate_limit_exceeded', retryAfterMs: 5000 }),
  )

  first[Symbol.dispose]()
  expect(() => limit.enter()).not.toThrow()
})
