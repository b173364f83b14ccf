import { expect, test } from 'vitest'
import { newToolCallId, toNineAlphanumerics } from './tool-id.ts'

test('new ids have the form that the API promises and differ', () => {
  const ids = Array.from({ length: 100 }, newToolCallId)

  for (const id of ids) expect(id).toMatch(/^call_[0-9A-Za-z]{24}$/)
  expect(new Set(ids).size).toBe(100)
})

test('an id becomes nine letters and digits, always the same ones; one that fits stays', () => {
  expect(toNineAlphanumerics('call_abc')).toMatch(/^[0-9A-Za-z]{9}$/)
  expect(toNineAlphanumerics('call_abc')).toBe(toNineAlphanumerics('call_abc'))
  expect(toNineAlphanumerics('call_abc')).not.toBe(toNineAlphanumerics('call_abd'))
  expect(toNineAlphanumerics('gT9bY2QxA')).toBe('gT9bY2QxA')
})
