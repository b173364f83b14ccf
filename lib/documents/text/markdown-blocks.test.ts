import { expect, test } from 'vitest'
import { BlockList } from '#lib/documents/block-list.ts'
import { addMarkdown } from './markdown-blocks.ts'

function blocksOf(markdown: string) {
  const list = new BlockList()
  addMarkdown(list, markdown)
  return list.blocks
}

test.each([
  ['```\nfirst\n\nlast\n```', { type: 'code', text: 'first\n\nlast' }],
  ['~~~ts title\n```\n~~~', { type: 'code', text: '```', language: 'ts' }],
  ['```\nnever closed', { type: 'paragraph', text: '```\nnever closed' }],
  ['## One two ##', { type: 'heading', level: 2, markdown: 'One two' }],
  ['  3) third\n  goes on', { type: 'list_item', level: 1, marker: '3)', markdown: 'third\n  goes on' }],
  [
    'a | b\\|c\n:-: | -\n|1||',
    {
      type: 'table',
      rows: [
        ['a', 'b|c'],
        ['1', ''],
      ],
    },
  ],
  ['a | b\nc | d', { type: 'paragraph', text: 'a | b\nc | d' }],
])('%j is one block', (markdown, block) => {
  const blocks = blocksOf(markdown)

  expect(blocks).toHaveLength(1)
  expect(blocks[0]).toMatchObject(block)
  expect(blocks[0]?.language).toBe('language' in block ? block.language : undefined)
})

test('headings, items and fences end the preceding paragraph', () => {
  expect(blocksOf('text\n# One\nmore\n- item\n```\ncode\n```\nend').map(({ type }) => type)).toEqual([
    'paragraph',
    'heading',
    'paragraph',
    'list_item',
    'code',
    'paragraph',
  ])
})
