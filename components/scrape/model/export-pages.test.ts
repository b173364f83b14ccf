import { expect, test } from 'vitest'
import { failedRun, pageRun, rowOf } from './__fixtures__/pages.ts'
import { toPageJson, toPagesJsonl, toPagesMarkdown } from './export-pages.ts'
import { toPageItems, toPageParts } from './page-item.ts'

const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/']
const rows = [
  rowOf(a, pageRun(a, { markdown: '# One\n\ntext\n\n## Two\n\nmore' })),
  rowOf(b, failedRun(b)),
  rowOf(c, pageRun(c, { text: 'plain', metadata: { title: '', url: `${c}moved` } })),
]

test('pages are exported with title and URL, as Markdown or otherwise as text', () => {
  expect(toPageItems(rows)).toEqual([
    { text: '# One\n\ntext\n\n## Two\n\nmore', title: `Title of ${a}`, url: a },
    { text: 'plain', url: `${c}moved` },
  ])
})

test('parts of a page split by headings keep its title and URL', () => {
  expect(toPageParts(rows).map(({ text, url }) => [text, url])).toEqual([
    ['# One\n\ntext', a],
    ['# One\n\n## Two\n\nmore', a],
    ['plain', `${c}moved`],
  ])
})

test('all pages are exported as one Markdown file, or one JSON line each', () => {
  expect(toPagesMarkdown(rows)).toBe(
    `# Title of ${a}\n\n<${a}>\n\n# One\n\ntext\n\n## Two\n\nmore\n\n---\n\n# ${c}moved\n\n<${c}moved>\n\nplain\n`,
  )
  const lines = toPagesJsonl(rows).trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line))).toMatchObject([{ url: a }, { url: c, text: 'plain' }])
})

test('a single page is exported with all data from the API', () => {
  expect(JSON.parse(toPageJson(rows[2] ?? rowOf(a)))).toMatchObject({ text: 'plain' })
  expect(toPageJson(rowOf(a, null))).toBe('{}')
})
