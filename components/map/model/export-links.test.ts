import { expect, test } from 'vitest'
import { linkTo } from './__fixtures__/map-links.ts'
import { exportLinks, linkFormats, toMarkdownList, toSitemaps } from './export-links.ts'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { addresses } from './__fixtures__/addresses.ts'

const links = [
  linkTo('https://a.test/', { source: 'page', depth: 0, title: '=1+1, "quoted"' }),
  linkTo('https://a.test/b', { source: 'sitemap', depth: 1, lastmod: '2024-05-01' }),
]
const textOf = (format: (typeof linkFormats)[number]) => exportLinks(links, format)[0]?.text

test('a CSV cannot inject spreadsheet formulas, and unknown values are empty', () => {
  expect(textOf('csv')).toBe(
    'url,source,depth,lastmod,title\r\n' +
      `https://a.test/,page,0,,"'=1+1, ""quoted"""\r\n` +
      'https://a.test/b,sitemap,1,2024-05-01,\r\n',
  )
})

test('JSON has the known details of each link', () => {
  expect(JSON.parse(textOf('json') ?? '')).toEqual([
    { url: 'https://a.test/', source: 'page', depth: 0, title: '=1+1, "quoted"' },
    { url: 'https://a.test/b', source: 'sitemap', depth: 1, lastmod: '2024-05-01' },
  ])
})

test('a text file has one URL per line', () => {
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

test('a Markdown list shows titles literally, whatever they contain', () => {
  const list = toMarkdownList([
    linkTo('https://a.test/x', { title: 'a] *b*\n<script>' }),
    linkTo('https://a.test/?q=<y>'),
  ])

  expect(list).toBe('- [a\\] \\*b\\* \\<script\\>](<https://a.test/x>)\n- <https://a.test/?q=%3Cy%3E>\n')
})

test('a site is one file', () => {
  const [file, ...others] = toSitemaps([linkTo('https://a.test/?a=1&b="2"', { lastmod: '2024-05-01' })])

  expect(others).toEqual([])
  expect(file).toEqual({
    name: 'sitemap.xml',
    text:
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<url><loc>https://a.test/?a=1&amp;b=&quot;2&quot;</loc><lastmod>2024-05-01</lastmod></url>\n' +
      '</urlset>\n',
  })
})

test('an invalid sitemap date is omitted', () => {
  const links = ['yesterday', '2024-13-01', '01.05.2024'].map(lastmod =>
    linkTo('https://a.test/', { lastmod }),
  )

  expect(toSitemaps(links)[0]?.text).not.toContain('lastmod')
})

test('more than 50,000 links become several files and an index', () => {
  const links = Array.from({ length: 50_001 }, (_, at) => linkTo(`https://a.test/${at}`))

  const files = toSitemaps(links)

  expect(files.map(({ name }) => name)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml'])
  expect(readLocations(files[0]?.text ?? '')).toEqual([
    'https://a.test/sitemap-1.xml',
    'https://a.test/sitemap-2.xml',
  ])
  expect(files.slice(1).flatMap(({ text }) => readLocations(text))).toHaveLength(50_001)
})

test('no file exceeds the size limit of a sitemap', () => {
  const links = Array.from({ length: 40 }, (_, at) => linkTo(`https://a.test/日本語/${at}`))

  const files = toSitemaps(links, { linksMax: 100, bytesMax: 2000 }).slice(1)

  expect(files.length).toBeGreaterThan(1)
  expect(Math.max(...files.map(({ text }) => new TextEncoder().encode(text).length))).toBeLessThanOrEqual(
    2000,
  )
  expect(files.flatMap(({ text }) => readLocations(text))).toEqual(links.map(({ url }) => url))
})

test('URLs with any characters survive an XML parser', () => {
  const strange = fc.string({ unit: 'grapheme' }).map(text => `https://a.test/${text.trim()}`)
  fc.assert(
    fc.property(addresses, fc.array(strange), (urls, others) => {
      const all = [...urls, ...others]

      const files = toSitemaps(
        all.map(url => linkTo(url)),
        { linksMax: 7, bytesMax: 100_000 },
      )

      const texts = (files.length > 1 ? files.slice(1) : files).flatMap(({ text }) => readLocations(text))
      expect(texts).toEqual(all.map(toValid))
    }),
  )
})

test('characters that XML forbids are replaced', () => {
  expect(
    readLocations(toSitemaps([linkTo('https://a.test/\u0000\u0008\ud800x\ufffe')])[0]?.text ?? ''),
  ).toEqual(['https://a.test/\ufffd\ufffd\ufffdx\ufffd'])
})

function toValid(url: string): string {
  // oxlint-disable-next-line no-control-regex -- XML forbids these characters
  return url.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}

function readLocations(xml: string): readonly string[] {
  const found: string[] = []
  let inside = false
  const parser = new Parser(
    {
      onopentag(name) {
        inside = name === 'loc'
        if (inside) found.push('')
      },
      ontext(text) {
        if (inside) found[found.length - 1] += text
      },
      onclosetag: () => void (inside = false),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}
