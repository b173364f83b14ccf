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

const cell = (text: string): string => `<w:tc>${wordParagraph(text)}</w:tc>`

test('headings, paragraphs and tables of a Word document are read in order', async () => {
  const table = `<w:tbl><w:tr>${cell('Name')}${cell('Sum')}</w:tr><w:tr>${cell('Wool')}${cell('7')}</w:tr></w:tbl>`

  const { kind, blocks } = await parseDirect(
    makeDocx(
      wordParagraph('Llamas', 'Heading1') +
        wordParagraph('They have wool.') +
        table +
        wordParagraph('The end.'),
    ),
  )

  expect(kind).toBe('docx')
  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['heading', 'Llamas'],
    ['paragraph', 'They have wool.'],
    ['table', 'Name\tSum\nWool\t7'],
    ['paragraph', 'The end.'],
  ])
  expect(blocks[1]?.headings).toEqual(['Llamas'])
  expect(blocks[2]?.rows).toEqual([
    ['Name', 'Sum'],
    ['Wool', '7'],
  ])
})

test('inserted words are included, deleted words and comments are not', async () => {
  const body = `<w:p><w:r><w:t xml:space="preserve">One </w:t></w:r><w:ins><w:r><w:t xml:space="preserve">two </w:t></w:r></w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>three</w:t></w:r></w:p>`

  expect(textOf(await parseDirect(makeDocx(body)))).toBe('One two three')
})

test('a footnote follows its paragraph', async () => {
  const notes =
    '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="1"><w:p><w:r><w:t>Said at the foot.</w:t></w:r></w:p></w:footnote></w:footnotes>'
  const body =
    '<w:p><w:r><w:t>Said above</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>' +
    wordParagraph('Said below')

  const { blocks } = await parseDirect(
    makeDocx(body, { more: [{ name: 'word/footnotes.xml', data: notes }] }),
  )

  expect(blocks.map(({ type, text }) => [type, text])).toEqual([
    ['paragraph', 'Said above'],
    ['note', 'Said at the foot.'],
    ['paragraph', 'Said below'],
  ])
})

test('bold words are marked in Markdown only', async () => {
  const body = `<w:p><w:r><w:t xml:space="preserve">Very </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>important</w:t></w:r></w:p>`

  expect((await parseDirect(makeDocx(body))).blocks[0]).toMatchObject({
    text: 'Very important',
    markdown: 'Very **important**',
  })
})

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

test('the days of a chart of a Word document are dates', async () => {
  const data = makeChart({ categoryFormat: 'm/d/yy', series: [{ name: 'Sum', points: { 45292: '1' } }] })

  const { blocks } = await parseDirect(
    makeDocx(wordParagraph('Prices'), { more: [{ name: 'word/charts/chart1.xml', data }] }),
  )

  expect(blocks.map(block => block.text)).toEqual(['Prices', 'Chart', '\tSum\n2024-01-01\t1'])
})

test('series with different categories have a row per point', async () => {
  const data = makeChart({
    series: [
      { name: 'A', points: { left: '1' } },
      { name: 'B', points: { right: '2' } },
    ],
  })

  const { blocks } = await parseDirect(
    makeDocx(wordParagraph('Points'), { more: [{ name: 'word/charts/chart1.xml', data }] }),
  )

  expect(blocks.at(-1)?.rows?.slice(1)).toEqual([
    ['A', 'left', '1', ''],
    ['B', 'right', '2', ''],
  ])
})

test.each([
  ['Word', makeDocx(wordParagraph('x'))],
  ['PowerPoint', makePptx([{ title: 'x', body: 'y' }])],
])('the author of a %s document is not in the output', async (_, bytes) => {
  expect(JSON.stringify(await parseDirect(bytes))).not.toContain(secretAuthor)
})

test('content controls and legacy form fields are fields of the document', async () => {
  const control = (properties: string, text: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${wordParagraph(text)}</w:sdtContent></w:sdt>`
  const legacy = `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="city"/><w:textInput/></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMTEXT</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Cuzco</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  const body =
    control('<w:alias w:val="Full name"/><w:tag w:val="name"/><w:text/>', 'Ann Example') +
    control('<w:alias w:val="Agreed"/><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', '☒') +
    control(
      '<w:tag w:val="size"/><w:dropDownList><w:listItem w:displayText="Large" w:value="l"/><w:listItem w:displayText="Small" w:value="s"/></w:dropDownList>',
      'Large',
    ) +
    control('<w:alias w:val="Empty"/><w:showingPlcHdr/><w:text/>', 'Click here') +
    legacy

  const { fields } = await parseDirect(makeDocx(body))

  expect(fields?.map(({ name, label, type, value }) => [name, label, type, value])).toEqual([
    ['name', 'Full name', 'text', 'Ann Example'],
    ['Agreed', 'Agreed', 'checkbox', true],
    ['size', 'size', 'choice', 'Large'],
    ['Empty', 'Empty', 'text', ''],
    ['city', 'city', 'text', 'Cuzco'],
  ])
})

test('RTF is read in its declared charset', async () => {
  const rtf = Buffer.from(
    String.raw`{\rtf1\ansi\ansicpg1250{\info{\author ${secretAuthor}}}\pard Za\'bf\'f3\'b3\'e6 g\'ea\'9cl\'b9\par}`,
  )

  expect(textOf(await parseDirect(rtf))).toBe('Zażółć gęślą')
})

test('a document that crashes the first engine is read by the fallback, with a warning', async () => {
  const docx = makeDocx(wordParagraph('Llamas', 'Heading1') + wordParagraph('They have wool.'))

  const document = await parseDirect(docx, {}, 'second')

  expect(textOf(document)).toBe('Llamas\nThey have wool.')
  expect(document.warnings).toEqual([expect.objectContaining({ code: 'engine_fallback' })])
})

test('a page header appears once, and not at all when headers are removed', async () => {
  const header =
    '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>Top of each page</w:t></w:r></w:p></w:hdr>'
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/></Relationships>'
  const docx = makeDocx(
    `${wordParagraph('Body')}<w:sectPr><w:headerReference w:type="default" r:id="rId9"/></w:sectPr>`,
    {
      more: [
        { name: 'word/header1.xml', data: header },
        { name: 'word/_rels/document.xml.rels', data: relations },
      ],
    },
  )

  expect(textOf(await parseDirect(docx)).match(/Top of each page/g)).toHaveLength(1)
  expect(textOf(await parseDirect(docx, { removeHeaders: true }))).toBe('Body')
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
