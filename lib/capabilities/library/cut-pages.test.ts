import { expect, test } from 'vitest'
import { loadTokenCounter } from '#lib/engines/parsing/write/token-counter.ts'
import { cutPages } from './cut-pages.ts'

const counter = await loadTokenCounter({ from: 'encoding', encoding: 'cl100k_base', estimated: true })

test('passages are plain text, know their page and headings, and are found by the title too', () => {
  const pages = [
    { page: 2, content: '# Care\n\nFeed the [alpaca](https://e.com/a_(b)) **twice** a day: 2 \\* 3.' },
    { page: 3, content: '| Day | Food |\n| --- | --- |\n| Monday | Hay |' },
  ]

  const [first, ...rest] = cutPages('Alpaca manual', pages, counter)

  expect(rest).toEqual([])
  expect(first).toMatchObject({ place: 0, fromPage: 2 })
  expect(first?.content).toBe('Care\n\nFeed the alpaca twice a day: 2 * 3.\n\nDay\tFood\nMonday\tHay')
  expect(first?.words.split(' ')).toEqual(expect.arrayContaining(['manual', 'alpaca', 'twice', 'hay']))
})

test('a long text makes passages of at most 512 tokens that hold all of it, in order', () => {
  const paragraphs = Array.from({ length: 200 }, (_, at) => `Paragraph ${at} tells of llamas and their wool.`)
  const pages = paragraphs.map((content, at) => ({ page: at + 1, content }))

  const chunks = cutPages('Llamas', pages, counter)

  expect(chunks.length).toBeGreaterThan(3)
  expect(Math.max(...chunks.map(({ content }) => counter.count(content)))).toBeLessThanOrEqual(512)
  expect(chunks.map(({ content }) => content).join('\n\n')).toBe(paragraphs.join('\n\n'))
  expect(chunks.map(({ place }) => place)).toEqual(chunks.map((_, at) => at))
  for (const { content, fromPage } of chunks)
    expect(content.startsWith(`Paragraph ${fromPage - 1} `)).toBe(true)
})

test('a text without words makes none', () => {
  expect(cutPages('Title', [{ page: 1, content: ' \n\n ' }], counter)).toEqual([])
})

test('a heading of nothing but number signs is cut like any other', () => {
  const content = `# ${'#'.repeat(100_000)}x\n\n## Llamas ##\n\nThey eat grass.`

  expect(cutPages('Note', [{ page: 1, content }], counter).at(-1)?.content).toMatch(
    /Llamas\s+They eat grass\.$/,
  )
})
