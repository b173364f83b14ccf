import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#lib/documents/blocks.ts'
import { type Chunk, toChunks } from './to-chunks.ts'
import { loadTokenCounter, type TokenCounter } from '#lib/documents/write/token-counter.ts'

const exact = await loadTokenCounter({ from: 'encoding', encoding: 'cl100k_base', estimated: false })
/** Counts words, with special tokens around each text, like small embedding models. */
const words: TokenCounter = {
  marks: 2,
  estimated: false,
  count: text => text.match(/[\p{L}\p{N}]{1,12}|[^\s\p{L}\p{N}]/gu)?.length ?? 0,
}
const counters = { exact, words }

const sentence = fc.oneof(
  { weight: 6, arbitrary: fc.lorem({ maxCount: 30, mode: 'words' }).map(text => `${text}. `) },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom('漢字仮名交じり文。', 'x'.repeat(3000), '👩‍👩‍👧‍👦'.repeat(40), 'é̂'.repeat(90), '\t\n', 'a, b; c'),
)
const text = fc.array(sentence, { minLength: 1, maxLength: 12 }).map(parts => parts.join('').toWellFormed())
const kind = fc.constantFrom('paragraph', 'paragraph', 'heading', 'list_item', 'code', 'table', 'note')

const drafts = fc.array(
  fc.record({
    kind,
    text,
    page: fc.boolean(),
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.integer({ min: 1, max: 30 }),
  }),
  { maxLength: 12 },
)

/** Blocks like a parser's: pages ascend, headings come before their content. */
const documents = drafts.map(list => {
  let page = 1
  let path: string[] = []
  return list.map(({ kind: type, text: given, page: turns, columns, rows }): Block => {
    if (turns) page++
    const about = { page, origin: 'text' } as const
    if (type === 'heading') {
      const title = given.slice(0, 200).toWellFormed()
      const block = { ...about, type, text: title, level: 1, headings: path.slice(0, 2) }
      path = [...path.slice(0, 2), title]
      return block
    }
    if (type !== 'table') return { ...about, type, text: given, headings: path }
    const cells = Array.from({ length: rows }, (_, row) =>
      Array.from(
        { length: columns },
        (_, column) => `${given.slice(0, 40).replaceAll(/\s/g, ' ').toWellFormed()}${row}.${column}`,
      ),
    )
    return { ...about, type, text: cells.map(row => row.join('\t')).join('\n'), rows: cells, headings: path }
  })
})
const rules = fc
  .record({
    size: fc.constantFrom(64, 100, 512, 8191),
    overlap: fc.constantFrom(0, 0, 10, 60),
    pageBased: fc.boolean(),
  })
  .chain(each =>
    fc.constantFrom<'exact' | 'words'>('exact', 'words').map(name => ({ ...each, counter: counters[name] })),
  )

const bare = (content: string): string => content.replaceAll(/\s+/gu, '')
const own = ({ content, repeated }: Chunk): string => content.slice(repeated)
const graphemesOf = (content: string): Set<string> =>
  new Set(
    [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(content)].map(each => each.segment),
  )

describe('for any document', { timeout: 60_000 }, () => {
  const property = (
    check: (
      blocks: Block[],
      chunks: Chunk[],
      rule: { size: number; overlap: number; pageBased: boolean; counter: TokenCounter },
    ) => void,
  ): void =>
    fc.assert(
      fc.property(documents, rules, (blocks, rule) => check(blocks, toChunks(blocks, rule), rule)),
      { numRuns: 40 },
    )

  test('total_tokens is exact, and content with headings stays within the limit', () => {
    property((_, chunks, { size, counter }) => {
      for (const { content, totalTokens, headings } of chunks) {
        expect(totalTokens).toBe(counter.count(content) + counter.marks)
        expect(totalTokens + counter.count(headings.join('\n'))).toBeLessThanOrEqual(size)
      }
    })
  })

  test('the chunks joined in order are the text', () => {
    property((blocks, chunks) => {
      expect(chunks.map(own).map(bare).join('')).toBe(blocks.map(block => bare(block.text)).join(''))
    })
  })

  test('pages ascend, and with page_based no chunk crosses pages', () => {
    property((_, chunks, { pageBased }) => {
      let last = 1
      for (const { fromPage, toPage } of chunks) {
        expect(fromPage).toBeGreaterThanOrEqual(last)
        expect(toPage).toBeGreaterThanOrEqual(fromPage)
        expect(pageBased && toPage !== fromPage).toBe(false)
        last = fromPage
      }
    })
  })

  test('no chunk is empty, splits a character, or is only a heading with content after it', () => {
    property((blocks, chunks, { pageBased }) => {
      for (const [index, chunk] of chunks.entries()) {
        expect(chunk.content.trim()).not.toBe('')
        expect(chunk.content.isWellFormed()).toBe(true)
        if (chunk.positions.some(({ block }) => block.type !== 'heading')) continue
        const next = chunks[index + 1]
        const isLast = next === undefined || (pageBased && next.fromPage !== chunk.fromPage)
        const isCut = chunk.positions.some(({ block }) => next?.positions[0]?.block === block)
        expect(isLast || isCut || chunk.positions.some(({ block }) => block.text.length > 60)).toBe(true)
      }
      expect(blocks.every(block => block.text.isWellFormed())).toBe(true)
    })
  })

  test('every position matches the text of its block', () => {
    property((_, chunks) => {
      for (const { content, positions } of chunks)
        for (const { block, start, end } of positions)
          expect(bare(block.text)).toContain(bare(content.slice(start, end)))
    })
  })

  test('the same input gives the same chunks', () => {
    property((blocks, chunks, rule) => {
      expect(toChunks(blocks, rule)).toEqual(chunks)
    })
  })
})

test('no grapheme is split if it fits', () => {
  const family = '👩‍👩‍👧‍👦'
  const chunks = toChunks([paragraph(family.repeat(300))], {
    size: 64,
    overlap: 0,
    pageBased: false,
    counter: exact,
  })

  expect(chunks.length).toBeGreaterThan(10)
  for (const { content } of chunks) expect(graphemesOf(content)).toEqual(new Set([family]))
})

test('a heading stays with its content', () => {
  const blocks = [
    paragraph('one two three four five six seven eight nine ten '.repeat(5)),
    { ...paragraph('A title'), type: 'heading' as const, headings: [] },
    paragraph('eleven twelve thirteen '.repeat(8)),
  ]

  const chunks = toChunks(blocks, { size: 64, overlap: 0, pageBased: false, counter: words })

  expect(chunks.map(({ content }) => content.split('\n')[0])).toEqual([
    expect.stringMatching(/^one two/),
    'A title',
  ])
})

test('a split table repeats its header row, and no row is split', () => {
  const rows = [['name', 'amount'], ...Array.from({ length: 60 }, (_, row) => [`item ${row}`, `${row * 10}`])]
  const table: Block = {
    type: 'table',
    text: rows.map(row => row.join('\t')).join('\n'),
    rows,
    headings: [],
    origin: 'text',
  }

  const chunks = toChunks([table], { size: 64, overlap: 20, pageBased: false, counter: words })

  expect(chunks.length).toBeGreaterThan(2)
  for (const { content } of chunks) {
    const [head, ...lines] = content.split('\n')
    expect(head).toBe('name\tamount')
    for (const line of lines) expect(line).toMatch(/^item \d+\t\d+$/)
  }
})

test('an overlap begins with a word of the previous chunk', () => {
  const list = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
  const chunks = toChunks([paragraph(list)], { size: 64, overlap: 8, pageBased: false, counter: words })

  for (const [index, chunk] of chunks.entries()) {
    const before = chunks[index - 1]
    if (before === undefined) continue
    const repeated = chunk.content.slice(0, chunk.repeated).trim()
    expect(repeated).toMatch(/^word\d+/)
    expect(before.content.endsWith(repeated)).toBe(true)
  }
})

test('headings that take too much of a chunk lose their outer levels, without losing text', () => {
  const headings = ['outer '.repeat(40).trim(), 'inner one']
  const chunks = toChunks([{ ...paragraph('the body of it'), headings }], {
    size: 64,
    overlap: 0,
    pageBased: false,
    counter: words,
  })

  expect(chunks).toMatchObject([{ content: 'the body of it', headings: ['inner one'] }])
})

test('a remainder joins its neighbor under the same headings', () => {
  const blocks = [
    paragraph('one two three '.repeat(19)),
    paragraph('the end'),
    paragraph('four five six '.repeat(20)),
  ]
  const chunks = toChunks(blocks, { size: 64, overlap: 0, pageBased: false, counter: words })

  expect(chunks.map(({ content }) => content.includes('the end'))).toEqual([true, false])
})

function paragraph(content: string): Block {
  return { type: 'paragraph', text: content, headings: [], origin: 'text' }
}

test.each([
  ['words', 'wool '],
  ['sentences', 'Wool is warm. '],
  ['one word', 'x'],
  ['ideographs', '羊毛'],
])('ten times as long a line of %s takes at most twelve times the work', (_, unit) => {
  const workFor = (length: number): number => {
    let counted = 0
    const count = (text: string): number => {
      counted += text.length
      return words.count(text)
    }
    const text = unit.repeat(length / unit.length)
    const rules = { size: 512, overlap: 50, pageBased: false, counter: { ...words, count } }
    toChunks([{ type: 'paragraph', text, headings: [], origin: 'text' }], rules)
    return counted
  }

  expect(workFor(100_000) / workFor(10_000)).toBeLessThanOrEqual(12)
})
