import { expect, test } from 'vitest'
import { itemOf } from './__fixtures__/items.ts'
import { addRange, nothingSelected, toggleItems } from './item-selection.ts'

const items = [0, 1, 2, 3, 4].map(number => itemOf(number))
const titles = (selection: ReturnType<typeof toggleItems>) =>
  [...selection.values()].map(({ title }) => title)

test('items go in, and all of them out again', () => {
  const some = toggleItems(nothingSelected, items.slice(0, 1))
  const all = toggleItems(some, items)

  expect(titles(some)).toEqual(['Item 0'])
  expect(titles(all)).toHaveLength(5)
  expect(titles(toggleItems(all, items))).toEqual([])
})

test('a range goes in from either end and takes nothing out', () => {
  const some = toggleItems(nothingSelected, items.slice(4))

  expect(titles(addRange(some, items, 2, 0)).toSorted()).toEqual(['Item 0', 'Item 1', 'Item 2', 'Item 4'])
  expect(titles(addRange(nothingSelected, items, 3, 4))).toEqual(['Item 3', 'Item 4'])
})
