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

test('a range goes in from either end, without what may not be changed, and takes nothing out', () => {
  const some = toggleItems(nothingSelected, items.slice(4))
  const any = () => true

  const fromBelow = addRange(some, items, { from: 2, to: 0, mayChange: any })
  const ownAlone = addRange(nothingSelected, items, { from: 3, to: 4, mayChange: item => item !== items[3] })

  expect(titles(fromBelow).toSorted()).toEqual(['Item 0', 'Item 1', 'Item 2', 'Item 4'])
  expect(titles(ownAlone)).toEqual(['Item 4'])
})
