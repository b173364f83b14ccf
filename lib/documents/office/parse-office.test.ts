import { expect, test, vi } from 'vitest'
import {
  makeChart,
  makeDocx,
  makePptx,
  secretAuthor,
  wordParagraph,
} from '#lib/documents/__fixtures__/make-office.ts'
import { makeZip } from '#lib/documents/__fixtures__/make-zip.ts'
import { parseDirect, textOf } from '#lib/documents/__fixtures__/parse-direct.ts'

// On a busy machine, forking and loading are slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

test('slides have numbers, titles and notes, and keep their number when hidden', async () => {
  const { pages, blocks } = await parseDirect(
    makePptx([
      { title: 'Welcome', body: 'Hello there', notes: 'Smile first' },
      { title: 'Backup', body: 'Not shown', hidden: true },
    ]),
  )

  expect(pages).toBe(2)
  expect(blocks.map(({ text, page, slide }) => [text, page, slide])).toEqual([
    ['## Slide 1: Welcome', 1, 1],
    ['Hello there', 1, 1],
    ['Notes: Smile first', 1, 1],
    ['## Slide 2: Backup (hidden)', 2, 2],
    ['Not shown', 2, 2],
  ])
  expect(blocks[1]?.headings).toEqual(['Slide 1: Welcome'])
})

test('line breaks, fields and merged cells of a table on a slide are kept', async () => {
  const cell = (content: string, attributes = ''): string =>
    `<a:tc${attributes}><a:txBody><a:p>${content}</a:p></a:txBody></a:tc>`
  const run = (text: string): string => `<a:r><a:t>${text}</a:t></a:r>`
  const table = `<a:tbl><a:tr>${cell(run('wide'), ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell(`${run('one')}<a:br/>${run('two')}`)}${cell(`<a:fld type="datetime"><a:t>May</a:t></a:fld>`)}</a:tr></a:tbl>`

  const { blocks } = await parseDirect(makePptx([{ title: 'T', body: '', table }]))

  expect(blocks[1]?.rows).toEqual([
    ['wide', ''],
    ['one\ntwo', 'May'],
  ])
  expect(blocks[1]?.spans).toEqual([{ row: 0, column: 0, rows: 1, columns: 2 }])
})

test('the number of a slide is not among its notes', async () => {
  const { blocks } = await parseDirect(makePptx([{ title: 'Welcome', body: 'Hello', notes: '1' }]))

  expect(blocks.map(({ text }) => text)).toEqual(['## Slide 1: Welcome', 'Hello'])

  const after = 'Smile first</a:t></a:r></a:p><a:p><a:r><a:t>1'
  const { blocks: slide } = await parseDirect(makePptx([{ title: 'Welcome', body: 'Hello', notes: after }]))
  expect(slide.at(-1)?.text).toBe('Notes: Smile first')
})

test('the shapes of a slide are read from top to bottom and left to right, whatever their drawing order', async () => {
  const boxes = [
    { text: 'bottom', x: 1, y: 5 },
    { text: 'top right', x: 6, y: 2 },
    { text: 'top left', x: 1, y: 2.05 },
  ]

  const { blocks } = await parseDirect(makePptx([{ title: 'T', body: '', boxes }]))

  expect(blocks.map(block => block.text)).toEqual(['## Slide 1: T', 'top left', 'top right', 'bottom'])
})

test('the data of a chart on a slide is a table under its title', async () => {
  const chart = makeChart({
    title: 'Wool sold',
    series: [
      { name: 'North', points: { Spring: '4.2999999999999998', Autumn: '2' } },
      { name: 'South', points: { Spring: '7', Autumn: '9' } },
    ],
  })

  const { blocks } = await parseDirect(makePptx([{ title: 'T', body: 'Below', chart }]))

  expect(blocks.map(block => block.text)).toEqual([
    '## Slide 1: T',
    'Below',
    'Chart: Wool sold',
    '\tNorth\tSouth\nSpring\t4.3\t7\nAutumn\t2\t9',
  ])
})

test.each([
  ['Word', makeDocx(wordParagraph('x'))],
  ['PowerPoint', makePptx([{ title: 'x', body: 'y' }])],
])('the author of a %s document is not in the output', async (_, bytes) => {
  expect(JSON.stringify(await parseDirect(bytes))).not.toContain(secretAuthor)
})

test('a document that crashes the first engine is read by the fallback, with a warning', async () => {
  const docx = makeDocx(wordParagraph('Llamas', 'Heading1') + wordParagraph('They have wool.'))

  const document = await parseDirect(docx, {}, 'second')

  expect(textOf(document)).toBe('Llamas\nThey have wool.')
  expect(document.warnings).toEqual([expect.objectContaining({ code: 'engine_fallback' })])
})

test('a book is read in spine order, one page per part', async () => {
  const chapter = (text: string): string =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>${text}</h1><p>About ${text}.</p></body></html>`
  const book = makeZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      data: `<package><metadata><dc:creator>${secretAuthor}</dc:creator></metadata><manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="b%20c.xhtml"/><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    },
    { name: 'OEBPS/nav.xhtml', data: chapter('contents') },
    { name: 'OEBPS/b c.xhtml', data: chapter('second') },
    { name: 'OEBPS/a.xhtml', data: chapter('first') },
  ])

  const { pages, blocks } = await parseDirect(book)

  expect(pages).toBe(2)
  expect(blocks.map(({ text, page }) => [text, page])).toEqual([
    ['first', 1],
    ['About first.', 1],
    ['second', 2],
    ['About second.', 2],
  ])
  expect(JSON.stringify(blocks)).not.toContain(secretAuthor)
})

test('links inside of a book are text, and links to the web stay', async () => {
  const book = makeZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', data: '<container><rootfile full-path="book.opf"/></container>' },
    {
      name: 'book.opf',
      data: '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    },
    {
      name: 'a.xhtml',
      data: '<html><body><p>See <a href="b.xhtml#c">below</a> or <a href="https://example.com/">the site</a> <img src="cover.jpg" alt="Cover"/></p></body></html>',
    },
  ])

  const { blocks } = await parseDirect(book)

  expect(blocks[0]?.markdown).toBe('See below or [the site](https://example.com/) Cover')
})
