import { expect, test } from 'vitest'
import { headingsOf, toPlainText } from './plain-text.ts'

test.each([
  ['# Title\n\nText', 'Title\n\nText'],
  ['Text\n## Heading ##\nMore', 'Text\n\nHeading\n\nMore'],
  ['a [link](http://x.example/y) and ![image](z.png)', 'a link and image'],
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

test('headings come as they read', () => {
  expect(headingsOf('# One\ntext # no\n### *Two* [a](b)\n#none')).toEqual(['One', 'Two a'])
})
