import { expect, test } from 'vitest'
import type { Block } from '#lib/documents/blocks.ts'
import { toMarkdown } from './to-markdown.ts'

const about = { headings: [], origin: 'text' } as const

test.each([
  ['# not a heading', '\\# not a heading'],
  ['#hashtag', '#hashtag'],
  ['> not a quote', '\\> not a quote'],
  ['- not an item\n+ nor this', '\\- not an item\n\\+ nor this'],
  ['-5 degrees', '-5 degrees'],
  ['1. January', '1\\. January'],
  ['1.5 litres', '1.5 litres'],
  ['2024) year', '2024\\) year'],
  ['title\n===', 'title\n\\==='],
  ['a *b* c', 'a \\*b* c'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['snake_case_name', 'snake_case_name'],
  ['__init__', '\\_\\_init__'],
  ['<script>alert(1)</script>', '\\<script>alert(1)\\</script>'],
  ['a < b', 'a < b'],
  ['[click](javascript:x)', '\\[click](javascript:x)'],
  ['[1] a footnote', '[1] a footnote'],
  ['C:\\dir', 'C:\\\\dir'],
  ['| a | b |', '\\| a | b |'],
])('%j is displayed unchanged', (text, markdown) => {
  expect(toMarkdown({ ...about, type: 'paragraph', text })).toBe(markdown)
})

test('a heading is one line at its level', () => {
  expect(toMarkdown({ ...about, type: 'heading', level: 3, text: 'Two\nlines' })).toBe('### Two lines')
  expect(toMarkdown({ ...about, type: 'heading', level: 9, text: 'Deep' })).toBe('###### Deep')
})

test.each<[Partial<Block>, string]>([
  [{ text: '• bullet', marker: '•' }, '- bullet'],
  [{ text: '12) twelve', marker: '12)' }, '12) twelve'],
  [{ text: 'iv. four', marker: 'iv.' }, '- iv. four'],
  [{ text: '- first\nand more', marker: '-', level: 1 }, '    - first\n        and more'],
  [
    { text: '- with a link', marker: '-', markdown: 'with [a link](https://a.example)' },
    '- with [a link](https://a.example)',
  ],
])('an item keeps its number or letter', (item, markdown) => {
  expect(toMarkdown({ ...about, type: 'list_item', text: '', ...item })).toBe(markdown)
})

test('rows of different lengths form one table', () => {
  const rows = [['a'], ['b', 'c\nd'], []]

  expect(toMarkdown({ ...about, type: 'table', text: 'a\nb\tc', rows })).toBe(
    '| a |  |\n| --- | --- |\n| b | c<br>d |\n|  |  |',
  )
})

test('spaces in a cell, brackets and thousands of backticks are written in linear time', () => {
  const spaces = ' '.repeat(300_000)
  const table = toMarkdown({ ...about, type: 'table', text: '', rows: [[`a${spaces}b \n c`]] })
  expect(table.startsWith(`| a${spaces}b<br>c |`)).toBe(true)
  const brackets = '['.repeat(100_000)
  expect(toMarkdown({ ...about, type: 'paragraph', text: brackets })).toBe(brackets)
  const code = '` '.repeat(200_000)
  expect(toMarkdown({ ...about, type: 'code', text: code }).startsWith('```\n')).toBe(true)
})
