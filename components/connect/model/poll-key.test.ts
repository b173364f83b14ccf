import { expect, test } from 'vitest'
import { stillOpen } from './poll-key.ts'

const first = { id: 'req_1', started_at: 1_000, model: 'scripted/echo' }
const second = { id: 'req_2', started_at: 2_000, model: null }

test('the request that waits longest is shown', () => {
  expect(stillOpen([second, first], [], null)).toBe(first)
})

test('a request that has ended stays until the log has it', () => {
  expect(stillOpen([], [], first)).toBe(first)
  expect(stillOpen([], [{ id: 'req_0' }], first)).toBe(first)
  expect(stillOpen([], [{ id: 'req_1' }], first)).toBeNull()
})

test('a request that the log has is no longer open', () => {
  expect(stillOpen([first], [{ id: 'req_1' }], null)).toBeNull()
  expect(stillOpen([second, first], [{ id: 'req_1' }], first)).toBe(second)
})

test('without requests there is none', () => {
  expect(stillOpen([], [], null)).toBeNull()
})
