import { expect, test } from 'vitest'
import { isShutDown } from './shutdown.ts'

test('a model is shut down from midnight UTC of its day', () => {
  const midnight = Date.UTC(2026, 9, 23)

  expect(isShutDown('2026-10-23', midnight - 1)).toBe(false)
  expect(isShutDown('2026-10-23', midnight)).toBe(true)
  expect(isShutDown(null, midnight)).toBe(false)
})
