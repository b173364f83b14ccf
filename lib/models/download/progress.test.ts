import { expect, test } from 'vitest'
import { createSpeedometer, remainingMs } from './progress.ts'

test('the speed covers the last seconds, not the whole download', () => {
  let nowMs = 0
  const speed = createSpeedometer(() => nowMs)
  const readings = Array.from({ length: 20 }, (_, second) => {
    nowMs = second * 1000
    return speed(second < 10 ? second * 1000 : 9000 + (second - 9) * 100)
  })

  expect(readings[9]).toBe(1000)
  expect(readings[19]).toBe(100)
})

test('a restarted download has no negative speed', () => {
  let nowMs = 0
  const speed = createSpeedometer(() => nowMs)
  speed(5000)
  nowMs = 1000

  expect(speed(10)).toBe(0)
})

test('the remaining time is unknown without progress', () => {
  expect(remainingMs(1000, 0)).toBe(null)
  expect(remainingMs(1000, 500)).toBe(2000)
})
