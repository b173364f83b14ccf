import { expect, test } from 'vitest'
import { linkTo } from './__fixtures__/map-links.ts'
import { exportLinks, linkFormats, toMarkdownList } from './export-links.ts'

const links = [
  linkTo('https://a.test/', { source: 'page', depth: 0, title: '=1+1, "quoted"' }),
  linkTo('https://a.test/b', { source: 'sitemap', depth: 1, lastmod: '2024-05-01' }),
]
const textOf = (format: (typeof linkFormats)[number]) => exportLinks(links, format)[0]?.text

test('a table cannot make a spreadsheet run anything, and what is not known is empty', () => {
  expect(textOf('csv')).toBe(
    'url,source,depth,lastmod,title\r\n' +
      `https://a.test/,page,0,,"'=1+1, ""quoted"""\r\n` +
      'https://a.test/b,sitemap,1,2024-05-01,\r\n',
  )
})

test('JSON says of each link what is known of it', () => {
  expect(JSON.parse(textOf('json') ?? '')).toEqual([
    { url: 'https://a.test/', source: 'page', depth: 0, title: '=1+1, "quoted"' },
    { url: 'https://a.test/b', source: 'sitemap', depth: 1, lastmod: '2024-05-01' },
  ])
})

test('a text file is an address a line', () => {
  expect(textOf('txt')).toBe('https://a.test/\nhttps://a.test/b\n')
})

test('each format is one file of its own type', () => {
  const files = linkFormats.map(format =>
    exportLinks(links, format).map(({ name, type }) => `${name} ${type}`),
  )

  expect(files).toEqual([
    ['links.csv text/csv'],
    ['links.json application/json'],
    ['links.txt text/plain'],
    ['sitemap.xml application/xml'],
  ])
})

test('a list in Markdown shows titles as they are, whatever they hold', () => {
  const list = toMarkdownList([
    linkTo('https://a.test/x', { title: 'a] *b*\n<script>' }),
    linkTo('https://a.test/?q=<y>'),
  ])

  expect(list).toBe('- [a\\] \\*b\\* \\<script\\>](<https://a.test/x>)\n- <https://a.test/?q=%3Cy%3E>\n')
})
