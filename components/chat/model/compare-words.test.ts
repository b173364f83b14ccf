import { expect, test } from 'vitest'
import { compareWords } from './compare-words.ts'
import { toWordDiff } from './word-diff.ts'

test('short texts are compared at once, without a thread', async () => {
  const { signal } = new AbortController()

  // There is no Worker here: to ask for one would fail.
  expect(await compareWords('a b c', 'a x c', signal)).toEqual(toWordDiff('a b c', 'a x c'))
})
