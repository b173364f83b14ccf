import { expect, test } from 'vitest'
import {
  makeDocx,
  makePptx,
  secretAuthor,
  wordParagraph,
} from '#lib/engines/parsing/__fixtures__/make-office.ts'
import { parseDirect, textOf } from '#lib/engines/parsing/__fixtures__/parse-direct.ts'

const cell = (text: string): string => `<w:tc>${wordParagraph(text)}</w:tc>`

test('a Word document gives its headings, paragraphs and tables in order', async () => {
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

test('inserted words are in, deleted ones and comments are out', async () => {
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

test('bold words are marked in Markdown alone', async () => {
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

test.each([
  ['Word', makeDocx(wordParagraph('x'))],
  ['PowerPoint', makePptx([{ title: 'x', body: 'y' }])],
])('who wrote a %s document is not in it', async (_, bytes) => {
  expect(JSON.stringify(await parseDirect(bytes))).not.toContain(secretAuthor)
})

test('content controls and the older form fields are fields of the document', async () => {
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

test('RTF is read in the charset it names', async () => {
  const rtf = Buffer.from(
    String.raw`{\rtf1\ansi\ansicpg1250{\info{\author ${secretAuthor}}}\pard Za\'bf\'f3\'b3\'e6 g\'ea\'9cl\'b9\par}`,
  )

  expect(textOf(await parseDirect(rtf))).toBe('Zażółć gęślą')
})
