import { expect, test } from 'vitest'
import { followsEnd } from './follow-end.ts'

test('an answer that grew before the scroll event arrived is still followed', () => {
  expect(followsEnd({ follows: true, top: 400 }, { top: 500, rest: 90 })).toBe(true)
})

test('scrolling up stops it, and down again only at the end', () => {
  expect(followsEnd({ follows: true, top: 500 }, { top: 440, rest: 60 })).toBe(false)
  expect(followsEnd({ follows: false, top: 440 }, { top: 460, rest: 40 })).toBe(false)
  expect(followsEnd({ follows: false, top: 460 }, { top: 499, rest: 1 })).toBe(true)
})

test('rounding is no scrolling up', () => {
  expect(followsEnd({ follows: true, top: 500 }, { top: 498, rest: 2 })).toBe(true)
})
