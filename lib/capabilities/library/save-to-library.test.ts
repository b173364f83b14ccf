import { expect, test } from 'vitest'
import { createSaveToLibrary, type LibraryText, itemIdOf } from './save-to-library.ts'
import type { LibraryStore, NewItem } from './library-store.ts'

const text: LibraryText = {
  ownerId: 'user_test',
  keyId: 'key_test',
  kind: 'page',
  title: '  A \n title  ',
  url: 'https://www.e.com/x',
  sha256: null,
  collection: 'default',
  texts: [{ page: 1, content: 'Wörter' }],
}

/** A team with this much in its library besides the item with the text's id. */
function saving(held: { items: number; sizeBytes: number }) {
  const kept: NewItem[] = []
  let woken = 0
  const store: Pick<LibraryStore, 'measure' | 'save'> = {
    measure: async (_, except) => {
      expect(except).toBe(itemIdOf('team', text))
      return held
    },
    save: async item => void kept.push(item),
  }
  const save = createSaveToLibrary(store as LibraryStore, () => void woken++, { items: 2, sizeBytes: 100 })
  return { save, kept, woken: () => woken }
}

test('a text is written under the id of its origin, and the indexer is notified', async () => {
  const { save, kept, woken } = saving({ items: 0, sizeBytes: 0 })

  const receipt = await save('team', text)

  const id = itemIdOf('team', text)
  expect(receipt).toEqual({ kept: true, id })
  expect(kept).toMatchObject([
    { id, title: 'A title', foldedTitle: 'a title', ownerId: 'user_test', host: 'www.e.com' },
  ])
  expect(woken()).toBe(1)
})

test.each([
  ['items', { items: 2, sizeBytes: 0 }],
  ['bytes', { items: 0, sizeBytes: 94 }],
])('nothing is written over the quota of %s', async (_, held) => {
  const { save, kept, woken } = saving(held)

  expect(await save('team', text)).toEqual({ kept: false, reason: 'quota' })
  expect([kept, woken()]).toEqual([[], 0])
})

test('items can be replaced at the quota: their old size is not counted', async () => {
  const { save } = saving({ items: 1, sizeBytes: 93 })

  expect(await save('team', text)).toMatchObject({ kept: true })
})

test('a text of over 16 MiB is not written', async () => {
  const { save } = saving({ items: 0, sizeBytes: 0 })
  const texts = [{ page: 1, content: 'x'.repeat(16 * 1024 * 1024 + 1) }]

  expect(await save('team', { ...text, texts })).toEqual({ kept: false, reason: 'too_large' })
})

test('an origin has one id in a team, and another in another team', () => {
  const origin = { url: 'http://e.com/x/', sha256: null }

  expect(itemIdOf('team', origin)).toBe(itemIdOf('team', text))
  expect(itemIdOf('team', origin)).toMatch(/^lib_[0-9A-Za-z]{24}$/)
  expect(itemIdOf('other', origin)).not.toBe(itemIdOf('team', origin))
  expect(itemIdOf('team', { url: null, sha256: null })).not.toBe(
    itemIdOf('team', { url: null, sha256: null }),
  )
})
