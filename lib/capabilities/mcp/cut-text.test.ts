import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('a short text is not cut', () => {
  expect(cutText('one\n\ntwo', 0, 8)).toEqual({ text: 'one\n\ntwo', next: null })
})

test.each([
  ['a paragraph', 'first one\n\nsecond one', 16, 'first one\n\n'],
  ['a line', 'first one\nsecond one', 16, 'first one\n'],
  ['a word', 'first second third', 14, 'first second '],
  ['a character, where a word is too long', 'x'.repeat(30), 10, 'x'.repeat(10)],
  ['a paragraph at the very end of the slice', 'first one\n\nsecond', 11, 'first one\n\n'],
])('a long text is cut after %s', (_, text, charsMax, cut) => {
  expect(cutText(text, 0, charsMax)).toEqual({ text: cut, next: cut.length })
})

test('a break in the first half is not used: the slice would be nearly empty', () => {
  const text = `a\n\n${'x'.repeat(100)}`

  expect(cutText(text, 0, 50).text).toHaveLength(50)
})

test('the slices joined are the text, and no character is split', () => {
  const text = '😀 ein Absatz\n\n'.repeat(40) + '😀'.repeat(50)
  for (const charsMax of [2, 3, 7, 16, 50]) {
    const slices: string[] = []
    for (let from: number | null = 0; from !== null;) {
      const slice = cutText(text, from, charsMax)
      slices.push(slice.text)
      from = slice.next
    }

    expect(slices.join('')).toBe(text)
    expect(slices.every(slice => slice.isWellFormed() && slice.length > 0 && slice.length <= charsMax)).toBe(
      true,
    )
  }
})

test('a slice that would begin within a character begins after it', () => {
  expect(cutText('😀 text', 1, 100).text).toBe(' text')
})
