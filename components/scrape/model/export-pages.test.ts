import { expect, test } from 'vitest'
import { failedRun, pageRun, rowOf } from './__fixtures__/pages.ts'
import { toFileName, toPageJson, toPagesJsonl, toPagesMarkdown } from './export-pages.ts'
import { toPageItems, toPageParts } from './page-item.ts'

const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/']
const rows = [
  rowOf(a, pageRun(a, { markdown: '# One\n\ntext\n\n## Two\n\nmore' })),
  rowOf(b, failedRun(b)),
  rowOf(c, pageRun(c, { text: 'plain', metadata: { title: '', url: `${c}moved` } })),
]

test('pages that were read go on with title and address, as Markdown or else as text', () => {
  expect(toPageItems(rows)).toEqual([
    { text: '# One\n\ntext\n\n## Two\n\nmore', title: `Title of ${a}`, url: a },
    { text: 'plain', url: `${c}moved` },
  ])
})

test('cut at the headings, each part keeps the title and address of its page', () => {
  expect(toPageParts(rows).map(({ text, url }) => [text, url])).toEqual([
    ['# One\n\ntext', a],
    ['# One\n\n## Two\n\nmore', a],
    ['plain', `${c}moved`],
  ])
})

test('all pages are one Markdown file, or a line of JSON each', () => {
  expect(toPagesMarkdown(rows)).toBe(
    `# Title of ${a}\n\n<${a}>\n\n# One\n\ntext\n\n## Two\n\nmore\n\n---\n\n# ${c}moved\n\n<${c}moved>\n\nplain\n`,
  )
  const lines = toPagesJsonl(rows).trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line))).toMatchObject([{ url: a }, { url: c, text: 'plain' }])
})

test('one page is all that the API sent of it', () => {
  expect(JSON.parse(toPageJson(rows[2] ?? rowOf(a)))).toMatchObject({ text: 'plain' })
  expect(toPageJson(rowOf(a, null))).toBe('{}')
})

test('a file is named after host and path, whatever stands in them', () => {
  expect(toFileName('https://a.example/docs/tides.html?x=1#y')).toBe('a-example-docs-tides')
  expect(toFileName('https://a.example/../../etc/passwd')).toBe('a-example-etc-passwd')
  expect(toFileName('')).toBe('page')
  expect(toFileName(`https://a.example/${'x'.repeat(500)}`)).toHaveLength(80)
})
