import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Block, ParsedDocument } from '#lib/documents/blocks.ts'
import { testOptions } from '#lib/documents/__fixtures__/test-options.ts'
import type { ParseOptions } from '#lib/documents/options.ts'
import { writeAnswer, toList, toMembers } from './write-answer.ts'

describe('write answer', () => {
  // On a busy machine, forking and loading are slow.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

  const options = {
    ...testOptions,
    id: 'chunks-1',
    name: 'a.pdf',
    tokens: { from: 'encoding', encoding: 'cl100k_base', estimated: false },
  } as const

  const about = { headings: [], origin: 'text' } as const
  const blocks: readonly Block[] = [
    { ...about, type: 'heading', text: 'Title', level: 1, page: 1 },
    { ...about, type: 'paragraph', text: 'It costs < 5 *each*,\n# not more.', page: 1, headings: ['Title'] },
    { ...about, type: 'list_item', text: '- one', marker: '-', level: 0, page: 1, headings: ['Title'] },
    { ...about, type: 'list_item', text: 'a) two', marker: 'a)', level: 1, page: 1, headings: ['Title'] },
    { ...about, type: 'list_item', text: '3. three', marker: '3.', level: 0, page: 1, headings: ['Title'] },
    {
      ...about,
      type: 'table',
      text: 'name\tprice\na|b\t1 2',
      rows: [
        ['name', 'price'],
        ['a|b', '1 2'],
      ],
      page: 3,
      headings: ['Title'],
      box: [0, 0.1, 0.5, 0.2],
      confidence: 0.93,
    },
    { ...about, type: 'code', text: 'let a = `b`\n```', language: 'ts', page: 3, headings: ['Title'] },
  ]

  function documentOf(changes: Partial<ParsedDocument> = {}): ParsedDocument {
    return {
      kind: 'pdf',
      pages: 3,
      blocks,
      warnings: [],
      readings: [{ page: 1, engine: 'pdfium', origin: 'text' }],
      ...changes,
    }
  }

  /** Letters and digits: Markdown only adds markup. */
  const unmarked = (shown: string): string => shown.replaceAll(/^`+ts$|<br>|[^\p{L}\p{N}]+/gmu, ' ').trim()

  async function answerOf(document: ParsedDocument, changes: Partial<ParseOptions> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-write-'))
    try {
      await writeFile(join(folder, 'image-0'), Buffer.from([1, 2, 3]))
      const path = join(folder, 'answer.json')
      const written = await writeAnswer(document, { ...options, ...changes }, path)
      return { written, body: JSON.parse(await readFile(path, 'utf8')) }
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  const plain =
    'Title\n\nIt costs < 5 *each*,\n# not more.\n\n- one\na) two\n3. three\n\nname\tprice\na|b\t1 2\n\nlet a = `b`\n```'

  test('the text consists of the blocks, without fields that were not requested', async () => {
    const { body } = await answerOf(documentOf())

    expect(body).toEqual({ status: true, content: plain, type: 'pdf', error: '' })
  })

  test('Markdown marks the block types, and escapes text that would be markup', async () => {
    const { body } = await answerOf(documentOf(), { mode: 'markdown' })

    expect(body.content).toBe(
      [
        '# Title',
        '',
        'It costs < 5 \\*each*,\n\\# not more.',
        '',
        '- one\n    - a) two\n3. three',
        '',
        '| name | price |\n| --- | --- |\n| a\\|b | 1 2 |',
        '',
        '````ts\nlet a = `b`\n```\n````',
      ].join('\n'),
    )
  })

  test('with page_based, pages are separated by their numbers, and an empty one is included', async () => {
    const { body } = await answerOf(documentOf(), { pageBased: true })

    expect(body.content).toMatch(/3\. three\n\n--- Page 2 ---\n\n\n\n--- Page 3 ---\n\nname/)
    expect(body.pages.map((page: { page: number }) => page.page)).toEqual([1, 2, 3])
    expect(body.pages[1].content).toBe('')
    expect(body.pages.map((page: { content: string }) => page.content).join('')).not.toContain('---')
  })

  test('pages have their tokens', async () => {
    const { body, written } = await answerOf(documentOf(), { mode: 'pages', id: 'pages-1' })

    const { pages } = body.data.data
    expect(body).toMatchObject({ id: 'pages-1', object: 'pages', data: { success: true } })
    expect(pages.map((page: { total_tokens: number }) => page.total_tokens > 0)).toEqual([true, false, true])
    expect(written.tokens).toBe(pages[0].total_tokens + pages[2].total_tokens)
  })

  test('chunks have their pages and headings', async () => {
    const { body, written } = await answerOf(documentOf(), { mode: 'embeddings', pageBased: true })

    const { chunks } = body.data.data
    expect(chunks).toMatchObject([
      { from_page: 1, to_page: 1, headings: [] },
      { from_page: 3, to_page: 3, headings: ['Title'] },
    ])
    expect(written).toEqual({ tokens: chunks[0].total_tokens + chunks[1].total_tokens, chunks: 2 })
  })

  test('a missing tokenizer is replaced by an estimate, with a warning', async () => {
    const { body } = await answerOf(documentOf(), {
      mode: 'embeddings',
      tokens: { from: 'file', path: '/nowhere/tokenizer.json' },
    })

    expect(body.warnings).toMatchObject([{ code: 'estimated_tokens' }])
    expect(body.data.data.chunks[0].total_tokens).toBeGreaterThan(10)
  })

  describe('details', () => {
    test.each(['text', 'markdown'] as const)('in %s, each block is at its stated position', async mode => {
      const { body } = await answerOf(documentOf(), { mode, details: true, pageBased: true })

      expect(body.details.engines).toEqual([{ page: 1, engine: 'pdfium', origin: 'text' }])
      expect(body.details.blocks).toHaveLength(blocks.length)
      for (const [index, block] of blocks.entries()) {
        const { start, end, type, page } = body.details.blocks[index]
        const shown = body.content.slice(start, end)
        expect({ type, page }).toEqual({ type: block.type, page: block.page })
        expect(mode === 'text' ? shown : unmarked(shown)).toBe(
          mode === 'text' ? block.text : unmarked(block.text),
        )
      }
      expect(body.details.blocks[5]).toMatchObject({ box: [0, 0.1, 0.5, 0.2], confidence: 0.93 })
    })

    test('in chunks, offsets refer to the chunk', async () => {
      const { body } = await answerOf(documentOf(), { mode: 'embeddings', details: true, chunkSize: 64 })

      for (const [index, { chunk, start, end }] of body.details.blocks.entries()) {
        const { content } = body.data.data.chunks[chunk]
        expect(content.slice(start, end)).toBe(blocks[index]?.text)
      }
    })
  })

  test('flags add their documented fields', async () => {
    const document = documentOf({
      fields: [
        { name: 'a[0]', label: 'Name', type: 'text', value: 'Ada', required: true, readOnly: false },
        { name: '__proto__', label: 'Odd', type: 'checkbox', value: false, required: false, readOnly: true },
      ],
      images: [{ page: 1, index: 0, mime: 'image/png', width: 9, height: 8, text: '', file: 'image-0' }],
      ocr: { pages: [2], meanConfidence: 0.9 },
      segments: [{ start: 0, end: 1, text: 'hi' }],
      removed: [
        { text: 'Header', page: 1 },
        { text: 'Header', page: 2 },
      ],
      warnings: [{ code: 'page_failed', message: 'Page 2 failed.', pages: [2] }],
    })

    const { body } = await answerOf(document, { enableOcr: true, removeHeaders: true, details: true })

    expect(JSON.stringify(body.fields)).toBe('{"a[0]":"Ada","__proto__":false}')
    expect(body.images).toEqual([
      { page: 1, index: 0, mime: 'image/png', width: 9, height: 8, data: 'data:image/png;base64,AQID' },
    ])
    expect(body).toMatchObject({
      ocr: { pages: [2], mean_confidence: 0.9 },
      segments: [{ start: 0, end: 1, text: 'hi' }],
      removed: ['Header'],
      warnings: [{ code: 'page_failed', pages: [2] }],
    })
    expect(body.details).toMatchObject({
      removed: [{ page: 1 }, { page: 2 }],
      field_details: [
        { name: 'a[0]', label: 'Name', required: true, read_only: false },
        { name: '__proto__' },
      ],
    })
  })
})

test('members are JSON in their order, without absent ones', () => {
  const text = [
    ...toMembers([
      ['a', 1],
      ['b', undefined],
      ['c', 'x"y'],
      ['d', [{ content: 'z', n: null }, 2]],
    ]),
  ].join('')

  expect(text).toBe('"a":1,"c":"x\\"y","d":[{"content":"z","n":null},2]')
})

test('a long text is sliced without loss, whatever character is at the boundary', () => {
  const long = `${'👩‍👩‍👧'.repeat(200_000)}"\\\n\u0001`
  const parts = [...toList([{ content: long }])]

  expect(parts.length).toBeGreaterThan(5)
  expect(Math.max(...parts.map(part => part.length))).toBeLessThan(long.length)
  expect(JSON.parse(parts.join(''))).toEqual([{ content: long }])
})
