import { expect, test } from 'vitest'
import { createPageMemoryLimiter } from './page-memory.ts'

const kilobyte = 1024

test('admits large pages up to its size, and others after release', () => {
  const enter = createPageMemoryLimiter(1000 * kilobyte)
  const [one, other, third] = [enter(), enter(), enter()]

  one.grow(700 * kilobyte)
  other.grow(700 * kilobyte)
  expect(() => third.grow(700 * kilobyte)).toThrow('Too many large pages')
  one.leave()
  one.leave()

  const again = enter()
  again.grow(700 * kilobyte)
  expect(() => enter().grow(700 * kilobyte)).toThrow(
    expect.objectContaining({ code: 'rate_limit_exceeded', retryAfterMs: 2000 }),
  )
})

test('always admits small pages', () => {
  const enter = createPageMemoryLimiter(kilobyte)

  for (let at = 0; at < 100; at++) enter().grow(200 * kilobyte)
  const growing = enter()
  growing.grow(200 * kilobyte)
  expect(() => growing.grow(200 * kilobyte)).toThrow('Too many large pages')
})
