import { expect, test } from 'vitest'
import { loadTokenCounter } from '#lib/documents/write/token-counter.ts'
import { cutPages } from './cut-pages.ts'

const counter = await loadTokenCounter({ from: 'encoding', encoding: 'cl100k_base', estimated: true })

test('passages are plain text, know their page and headings, and are found by the title too', () => {
  const content = [
    '# Care',
    'Feed the [alpaca](https://e.com/a_(b)) **twice** a day: 2 \\* 3 \\[sic\\](a).',
    '| Day | Food |\n| --- | --- |\n| Monday | Hay |',
    '[![A herd](/herd.jpg)](/herds)',
  ].join('\n\n')

  const [first, ...rest] = cutPages('Alpaca manual', [{ page: 2, content }], counter)

  expect(rest).toEqual([])
  expect(first).toMatchObject({ place: 0, fromPage: 2 })
  expect(first?.content).toBe(
    'Care\n\nFeed the alpaca twice a day: 2 * 3 [sic](a).\n\nDay\tFood\nMonday\tHay\n\nA herd',
  )
  expect(first?.words.split(' ')).toEqual(expect.arrayContaining(['manual', 'alpaca', 'twice', 'hay']))
})

test('a passage never crosses pages, and includes its heading', () => {
  const pages = [
    { page: 1, content: '# Care\n\nFeed it twice a day.' },
    { page: 2, content: 'Shear it in May.' },
  ]

  expect(cutPages('Manual', pages, counter)).toMatchObject([
    { fromPage: 1, content: 'Care\n\nFeed it twice a day.' },
    { fromPage: 2, content: 'Shear it in May.', headings: ['Care'] },
  ])
})

test('a long text becomes passages of at most 512 tokens that cover all of it, in order', () => {
  const paragraphs = Array.from({ length: 200 }, (_, at) => `Paragraph ${at} tells of llamas and their wool.`)
  const pages = paragraphs.map((content, at) => ({ page: at + 1, content }))

  const chunks = cutPages('Llamas', pages, counter)

  expect(chunks.length).toBeGreaterThan(3)
  expect(Math.max(...chunks.map(({ content }) => counter.count(content)))).toBeLessThanOrEqual(512)
  expect(chunks.map(({ content }) => content).join('\n\n')).toBe(paragraphs.join('\n\n'))
  expect(chunks.map(({ place: index }) => index)).toEqual(chunks.map((_, at) => at))
  for (const { content, fromPage } of chunks)
    expect(content.startsWith(`Paragraph ${fromPage - 1} `)).toBe(true)
})

test('a text without words has no passages', () => {
  expect(cutPages('Title', [{ page: 1, content: ' \n\n ' }], counter)).toEqual([])
})

test('a heading of only number signs is split like any other', () => {
  const content = `# ${'#'.repeat(100_000)}x\n\n## Llamas ##\n\nThey eat grass.`

  expect(cutPages('Note', [{ page: 1, content }], counter).at(-1)?.content).toMatch(
    /Llamas\s+They eat grass\.$/,
  )
})

const hostile = {
  'number signs': '# x\n',
  backticks: '`',
  'spaces in a table’s rule': `-|${' '.repeat(999)}`,
  brackets: '[',
  pictures: '![',
  links: '[a](',
  ideographs: '漢',
}

// A quadratic algorithm would take minutes.
test.each(Object.entries(hostile))(
  'a long text of only %s is split, and the text after it is found',
  (_, part) => {
    const content = `a|b\n${part.repeat(200_000 / part.length)}\n\n# Llamas\n\nThey eat grass.`

    const words = cutPages('Note', [{ page: 1, content }], counter)
      .at(-1)
      ?.words.split(' ')

    expect(words).toContain('grass')
  },
  30_000,
)
