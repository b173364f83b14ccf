import { expect, test } from 'vitest'
import { moveBy, moveTo } from './provider-order.ts'

const ids = ['a', 'b', 'c', 'd']

test.each([
  ['a', 'c', ['b', 'c', 'a', 'd']],
  ['d', 'b', ['a', 'd', 'b', 'c']],
  ['b', 'b', ids],
  ['b', 'gone', ids],
])('%s dropped on %s takes its position', (id, target, order) => {
  expect(moveTo(ids, id, target)).toEqual(order)
})

test('a step past either end changes nothing', () => {
  expect(moveBy(ids, 'b', -1)).toEqual(['b', 'a', 'c', 'd'])
  expect(moveBy(ids, 'b', 1)).toEqual(['a', 'c', 'b', 'd'])
  expect(moveBy(ids, 'd', 1)).toEqual(ids)
})
