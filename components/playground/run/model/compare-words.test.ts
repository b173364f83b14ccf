import { expect, test } from 'vitest'
import { compareWords } from './compare-words.ts'
import { toWordDiff } from './word-diff.ts'

test('short texts are compared immediately, without a worker', async () => {
  const { signal } = new AbortController()

  // There is no Worker in this environment: creating one would fail.
  expect(await compareWords('a b c', 'a x c', signal)).toEqual(toWordDiff('a b c', 'a x c'))
})
