import { expect, test } from 'vitest'
import { headingsOf, toPlainText } from './plain-text.ts'

test.each([
  ['# Title\n\nText', 'Title\n\nText'],
  ['Text\n## Heading ##\nMore', 'Text\n\nHeading\n\nMore'],
  ['a [link](http://x.example/y) and ![image](z.png)', 'a link and image'],
  ['read !\\[this\\](http://x.example/y.png), not \\[that\\](z)', 'read this, not [that](z)'],
  ['**bold** *thin* __both__ `code` 2*3*4', 'bold thin both code 2*3*4'],
  ['- one\n- two', 'one\ntwo'],
  ['> quoted\n> text', 'quoted\ntext'],
  ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a · b\n\n1 · 2'],
  ['```js\ncode()\n```', 'code()'],
  ['1\\. April', '1. April'],
  ['one\r\n\r\n\r\n\r\ntwo', 'one\n\ntwo'],
])('%j reads as %j', (markdown, text) => {
  expect(toPlainText(markdown)).toBe(text)
})

test('headings are plain text', () => {
  expect(headingsOf('# One\ntext # no\n### *Two* [a](b)\n#none')).toEqual(['One', 'Two a'])
})

// Quadratic matching would take minutes.
test.each([
  ['number signs', `# ${'#'.repeat(200_000)}x`, `${'#'.repeat(200_000)}x`],
  ['spaces', `# a${' '.repeat(200_000)}x`, 'a x'],
  ['spaces before text', `${' '.repeat(200_000)}x`, 'x'],
  ['what opens and does not close', '**a '.repeat(50_000), '**a '.repeat(50_000).trim()],
])('a page full of %s is processed quickly', (_, markdown, text) => {
  expect(toPlainText(markdown)).toBe(text)
  expect(headingsOf(markdown).length).toBeLessThanOrEqual(1)
})
