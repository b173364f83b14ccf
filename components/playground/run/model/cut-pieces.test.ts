import { expect, test } from 'vitest'
import { cutPieces } from './cut-pieces.ts'

test('a short text is one piece, an empty text none', () => {
  expect(cutPieces('# Title\n\ntext', 100)).toEqual(['# Title\n\ntext'])
  expect(cutPieces('')).toEqual([])
})

test('pieces end at a blank line', () => {
  const text = 'aaaa\nbbbb\n\ncccc\ndddd\n\neeee'

  expect(cutPieces(text, 8)).toEqual(['aaaa\nbbbb\n\n', 'cccc\ndddd\n\n', 'eeee'])
})

test('a code block is not cut at its blank lines', () => {
  const code = '```js\nlet a\n\nlet b\n```\n'

  expect(cutPieces(`${code}\nafter\n\nthe end`, 13)).toEqual([`${code}\n`, 'after\n\nthe end'])
})

test('lines without a blank line between them are cut at a line end', () => {
  const text = 'aaaa\n'.repeat(12)

  const pieces = cutPieces(text, 10)

  expect(pieces.every(piece => piece.endsWith('\n') && piece.length <= 20)).toBe(true)
  expect(pieces.join('')).toBe(text)
})

test('a line of megabytes is cut, and never inside a surrogate pair', () => {
  const text = '🌊'.repeat(1_000_000)

  const pieces = cutPieces(text)

  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(40)
  expect(pieces.every(piece => piece.isWellFormed())).toBe(true)
})

test('five megabytes of any text are restored in full', () => {
  for (const line of ['word '.repeat(20), '', '```', '~~~ x', '    code', '\u202e\u200b']) {
    const text = `${line}\nand\n\n`.repeat(Math.ceil(5_000_000 / (line.length + 6)))

    const pieces = cutPieces(text)

    expect(pieces.join('')).toBe(text)
    expect(Math.max(...pieces.map(piece => piece.length))).toBeLessThan(100_000)
  }
})
