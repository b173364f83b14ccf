import { expect, test } from 'vitest'
import { toMovement } from './ranking-metrics.ts'

test('up, down and unchanged, as symbols and as text', () => {
  expect(toMovement(3, 1)).toEqual({ mark: '▲ 3', label: 'up 3 from 4', ranks: 3 })
  expect(toMovement(0, 2)).toEqual({ mark: '▼ 1', label: 'down 1 from 1', ranks: -1 })
  expect(toMovement(1, 2)).toEqual({ mark: '=', label: 'stayed', ranks: 0 })
})

test('an unreturned document has no new rank', () => {
  expect(toMovement(1, null)).toBeNull()
})
