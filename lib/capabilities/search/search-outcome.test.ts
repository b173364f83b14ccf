import { expect, test } from 'vitest'
import { nothingSearched, toIndexNote } from './search-outcome.ts'

const library = { backend: 'library', keyless: false, kind: '', hits: 2 }

test('a search says how much of the library is indexed, while some of it waits', () => {
  const partial = { ...library, index: { chunks: 50, embedded: 20 } }

  expect(toIndexNote({ reports: [partial] })).toBe('20 of 50 library passages are indexed by meaning.')
  expect(toIndexNote({ reports: [{ ...library, index: { chunks: 50, embedded: 50 } }] })).toBe('')
  expect(toIndexNote({ reports: [] })).toBe('')
})

test('a search without backends advises to add to the library only where it was searched', () => {
  const adviceFor = (collections: null | 'off') =>
    nothingSearched({ reports: [], unpaid: null }, { collections, focusMode: 'webSearch' }).message

  expect(adviceFor(null)).toContain('or add pages and documents to the library.')
  expect(adviceFor('off')).not.toContain('add')
})

test('where a budget rejects a backend without a price, the advice is a price, and no retry', () => {
  const report = { backend: 'brave', keyless: false, kind: 'unpriced', failure: 'has no price' }

  const error = nothingSearched(
    { reports: [report], unpaid: null },
    { collections: 'off', focusMode: 'webSearch' },
  )

  expect(error.message).toContain('Set a price, or allow models without a price under Settings → Team.')
  expect(error.message).not.toContain('BRAVE')
  expect(error.retryAfterMs).toBeNull()
})
