import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Llama <b>wool</b> &amp; more', 'Llama wool & more'],
  ['<p>One.</p><p>Two.</p>', 'One. Two.'],
  ['before<script>alert("x")</script>after', 'before after'],
  ['<style>p { color: red }</style>text', 'text'],
  ['&lt;script&gt; is a tag', '<script> is a tag'],
  ['if a<b and c > d, vector<int> v', 'if a<b and c > d, vector<int> v'],
  ['<jats:p>Fibre of <jats:italic>Lama</jats:italic></jats:p>', 'Fibre of Lama'],
  ['H<sub>2</sub>O <!-- hidden --> ice', 'H2O ice'],
  ['  many\n\n  spaces\t ', 'many spaces'],
  ['in\u200bvis\u202eible', 'invisible'],
  ['<b>never closed', 'never closed'],
  ['cut in <stro', 'cut in <stro'],
  ['', ''],
])('%j reads %j', (html, text) => {
  expect(plainText(html, 2000)).toBe(text)
})

test('a long text is cut at a word, and never inside a character', () => {
  expect(plainText('word '.repeat(100), 22)).toBe('word word word word')
  expect(plainText('🦙'.repeat(100), 21)).toBe('🦙'.repeat(10))
})

test('of megabytes of tags only the first part is looked at', () => {
  expect(plainText(`${'<b>'.repeat(10)}near`, 2000)).toBe('near')
  expect(plainText(`${'<b>'.repeat(700_000)}far`, 2000)).toBe('')
})
