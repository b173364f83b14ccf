import { expect, test } from 'vitest'
import { AddressLimits } from './address-limits.ts'

function limitsAt() {
  const clock = { ms: 1000 }
  return { clock, limits: new AddressLimits({ perMinute: 2, parallel: 5, now: () => clock.ms }) }
}

test('a window is a minute from its first call', () => {
  const { clock, limits } = limitsAt()
  limits.take('10.0.0.1')[Symbol.dispose]()
  clock.ms += 59_000
  limits.take('10.0.0.1')[Symbol.dispose]()

  expect(() => limits.take('10.0.0.1')).toThrow(
    expect.objectContaining({ code: 'rate_limit_exceeded', retryAfterMs: 1000 }),
  )
  clock.ms += 1000
  expect(() => limits.take('10.0.0.1')).not.toThrow()
})

test('an IPv4 address is the same however it is written, and every other one is another', () => {
  const { limits } = limitsAt()
  limits.take('10.0.0.1')
  limits.take('::ffff:10.0.0.1')

  expect(() => limits.take('::ffff:a00:1')).toThrow(/2 uploads per minute/)
  expect(() => limits.take('10.0.0.2')).not.toThrow()
})

test('only expired windows are dropped', () => {
  const { clock, limits } = limitsAt()
  const held = limits.take('10.0.0.1')
  limits.take('10.0.0.1')[Symbol.dispose]()
  clock.ms += 30_000
  limits.prune()

  expect(() => limits.take('10.0.0.1')).toThrow(/per minute/)
  held[Symbol.dispose]()
})
