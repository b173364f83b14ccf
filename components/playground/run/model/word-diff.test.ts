import { expect, test } from 'vitest'
import { toWordDiff } from './word-diff.ts'

test('kept and removed words give the first text, kept and added words the second', () => {
  const before = 'The quick brown fox\njumps.'
  const after = 'The slow brown fox jumps high.'
  const parts = toWordDiff(before, after)
  const without = (kind: string) =>
    parts
      .filter(part => part.kind !== kind)
      .map(part => part.text)
      .join('')

  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
  expect(parts.some(part => part.kind === 'removed' && part.text.includes('quick'))).toBe(true)
})

test('equal texts are one part', () => {
  expect(toWordDiff('a b', 'a b')).toEqual([{ kind: 'same', text: 'a b' }])
})
