import { expect, test } from 'vitest'
import { itemOf } from './__fixtures__/items.ts'
import { addRange, nothingSelected, toggleItems } from './item-selection.ts'

const items = [0, 1, 2, 3, 4].map(number => itemOf(number))
const titles = (selection: ReturnType<typeof toggleItems>) =>
  [...selection.values()].map(({ title }) => title)

test('toggling items selects them, and toggling again clears them', () => {
  const some = toggleItems(nothingSelected, items.slice(0, 1))
  const all = toggleItems(some, items)

  expect(titles(some)).toEqual(['Item 0'])
  expect(titles(all)).toHaveLength(5)
  expect(titles(toggleItems(all, items))).toEqual([])
})

test('a range selects in either direction, skips items that are not editable, and deselects none', () => {
  const some = toggleItems(nothingSelected, items.slice(4))
  const any = () => true

  const fromBelow = addRange(some, items, { from: 2, to: 0, mayChange: any })
  const ownAlone = addRange(nothingSelected, items, { from: 3, to: 4, mayChange: item => item !== items[3] })

  expect(titles(fromBelow).toSorted()).toEqual(['Item 0', 'Item 1', 'Item 2', 'Item 4'])
  expect(titles(ownAlone)).toEqual(['Item 4'])
})
