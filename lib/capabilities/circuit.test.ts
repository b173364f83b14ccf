import { expect, test } from 'vitest'
import { createCircuits } from './circuit.ts'
import { createRetryBudget } from './attempts.ts'

function start() {
  const clock = { now: 0 }
  const circuits = createCircuits({ failuresMax: 3, openMs: 1000, now: () => clock.now })
  const fail = (times: number) => {
    for (let at = 0; at < times; at++) circuits.failed('a')
  }
  return { clock, circuits, fail }
}

test('opens after the configured number of failures in a row, only for its key', () => {
  const { circuits, fail } = start()
  fail(2)
  expect(circuits.enter('a')).toBeNull()
  fail(1)

  expect(circuits.enter('a')).toBe(1000)
  expect(circuits.enter('b')).toBeNull()
})

test('a success resets the count', () => {
  const { circuits, fail } = start()
  fail(2)
  circuits.succeeded('a')
  fail(2)

  expect(circuits.enter('a')).toBeNull()
})

test('allows exactly one trial after the cooldown, and opens again when it fails', () => {
  const { clock, circuits, fail } = start()
  fail(3)
  clock.now = 1000

  expect([circuits.enter('a'), circuits.enter('a')]).toEqual([null, 1000])
  circuits.failed('a')
  expect(circuits.enter('a')).toBe(1000)
  clock.now = 2000
  expect(circuits.enter('a')).toBeNull()
  circuits.succeeded('a')
  expect([circuits.enter('a'), circuits.enter('a')]).toEqual([null, null])
})

test('a trial without a result allows the next one', () => {
  const { clock, circuits, fail } = start()
  fail(3)
  clock.now = 1000
  circuits.enter('a')
  circuits.left('a')

  expect(circuits.enter('a')).toBeNull()
})

test('open circuits are listed with the time until a trial', () => {
  const { clock, circuits, fail } = start()
  circuits.failed('b')
  fail(3)
  clock.now = 400

  expect(circuits.open()).toEqual([{ key: 'a', waitMs: 600 }])
  clock.now = 2000
  expect(circuits.open()).toEqual([{ key: 'a', waitMs: 0 }])
  circuits.succeeded('a')
  expect(circuits.open()).toEqual([])
})

test('retries are limited to a fifth of the traffic plus a few free ones per window', () => {
  const clock = { now: 0 }
  const budget = createRetryBudget({ free: 2, share: 0.2, windowMs: 1000, now: () => clock.now })
  for (let at = 0; at < 10; at++) budget.request()

  expect(Array.from({ length: 5 }, () => budget.retry())).toEqual([true, true, true, true, false])
  clock.now = 1001
  budget.request()
  expect(budget.retry()).toBe(true)
})
