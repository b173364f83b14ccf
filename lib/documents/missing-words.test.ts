import { expect, test } from 'vitest'
import { openArchive } from './archive.ts'
import type { ParsedDocument } from './blocks.ts'
import { makeDocx, makeXlsx, wordParagraph } from './__fixtures__/make-office.ts'
import { makeOpenDocument } from './__fixtures__/make-open-document.ts'
import { makePdf } from './__fixtures__/make-pdf.ts'
import { makeZip } from './__fixtures__/make-zip.ts'
import { parseDirect } from './__fixtures__/parse-direct.ts'
import { parseLimits } from './limits.ts'
import { missingWords } from './missing-words.ts'

const prose = Array.from({ length: 95 }, (_, at) => `word${at}`).join(' ')

async function warningFor(bytes: Buffer, lose: (document: ParsedDocument) => ParsedDocument, name = 'file') {
  const archive = bytes.toString('latin1', 0, 2) === 'PK' ? await openArchive(bytes, parseLimits) : null
  return missingWords(lose(await parseDirect(bytes, { name })), archive)
}

const strings = (...texts: readonly string[]): string =>
  `<sst>${texts.map(text => `<si><t>${text}</t></si>`).join('')}</sst>`
const inlineCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const odsCell = (text: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`

test('a text that lacks more than 2 % of the words of its file has a warning with their share', async () => {
  const bytes = makeDocx(wordParagraph(prose) + wordParagraph('five words that are lost'))
  const lose = (document: ParsedDocument) => ({ ...document, blocks: document.blocks.slice(0, 1) })

  expect(await warningFor(bytes, lose)).toMatchObject({ code: 'text_missing', share: 0.05 })
  expect(await warningFor(bytes, document => document)).toBeNull()
})

test('words that are hidden, deleted, moved or repeated for old programs are not missing', async () => {
  const run = (text: string, properties = ''): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
  const old = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${run('new')}</mc:Choice><mc:Fallback>${run('old words for old programs')}</mc:Fallback></mc:AlternateContent>`
  const body = `<w:p>${run('sp')}${run('lit')}${run(' unseen words are hidden', '<w:vanish/>')}<w:moveFrom w:id="1">${run('moved away from here')}</w:moveFrom>${old}</w:p>`

  expect(await warningFor(makeDocx(body), document => document)).toBeNull()
})

test('hidden sections and comments of an OpenDocument text are not missing', async () => {
  const body =
    '<text:section text:display="none"><text:section><text:p>hidden words of a section</text:p></text:section></text:section><text:p>Seen<office:annotation><text:p>words of a comment</text:p></office:annotation> &amp; read</text:p>'

  expect(await warningFor(makeOpenDocument('text', body), document => document)).toBeNull()
})

test('words removed as running headers are not missing', async () => {
  const bytes = makeDocx(wordParagraph('a header of three words') + wordParagraph('text'))
  const remove = (document: ParsedDocument): ParsedDocument => ({
    ...document,
    blocks: document.blocks.slice(1),
    removed: [{ text: 'a header of three words', page: 1 }],
  })

  expect(await warningFor(bytes, remove)).toBeNull()
})

test('words that a long document lacks are found in a sample', async () => {
  const words = Array.from({ length: 120_000 }, (_, at) => `word${at}of${at}`)
  const part = 90_000
  const paragraph = (from: number, to: number): string => wordParagraph(words.slice(from, to).join(' '))
  const bytes = makeDocx(paragraph(0, part) + paragraph(part, words.length))
  const lose = (document: ParsedDocument) => ({ ...document, blocks: document.blocks.slice(0, 1) })

  expect((await warningFor(bytes, lose))?.share).toBeCloseTo(0.25, 1)
  expect(await warningFor(bytes, document => document)).toBeNull()
})

const book = (chapter: string): Buffer =>
  makeZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', data: '<container><rootfile full-path="book.opf"/></container>' },
    {
      name: 'book.opf',
      data: '<package><manifest><item id="one" href="one.html"/></manifest><spine><itemref idref="one"/></spine></package>',
    },
    {
      name: 'one.html',
      data: `<html><head><title>Not shown here</title></head><body>${chapter}</body></html>`,
    },
  ])

test.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'a workbook',
    () =>
      makeXlsx([
        { name: 'S', rows: `<row>${inlineCell(prose)}${inlineCell('five words that are lost')}</row>` },
      ]),
  ],
  [
    'an OpenDocument sheet',
    () =>
      makeOpenDocument(
        'spreadsheet',
        `<table:table table:name="S"><table:table-row>${odsCell(prose)}${odsCell('five words that are lost')}</table:table-row></table:table>`,
      ),
  ],
  ['a page', () => Buffer.from(`<html><body><p>${prose}</p><p>five words that are lost</p></body></html>`)],
  ['a book', () => book(`<p>${prose}</p><p>five words that are lost</p>`)],
  [
    'a PDF',
    async () =>
      await makePdf([
        pen => {
          for (const [line, words] of (prose.match(/(?:\S+ ?){12}|\S.*$/g) ?? []).entries())
            pen.write(words, 60, 100 + line * 14)
          pen.write('five words that are lost', 60, 700)
        },
      ]),
  ],
])('%s that lacks more than two hundredths of its words has a warning with their share', async (_, make) => {
  const bytes = await make()
  const lose = (document: ParsedDocument): ParsedDocument => ({
    ...document,
    blocks: document.blocks.map(block => ({
      ...block,
      text: block.text.replace('five words that are lost', ''),
    })),
  })

  expect(await warningFor(bytes, lose)).toMatchObject({ code: 'text_missing', share: 0.05 })
  expect(await warningFor(bytes, document => document)).toBeNull()
})

test('strings that a workbook keeps but no cell shows are not missing', async () => {
  const sheet = { name: 'S', rows: '<row><c t="s"><v>1</v></c></row>' }
  const workbook = (shown: string): Buffer =>
    makeXlsx([sheet], {
      more: [{ name: 'xl/sharedStrings.xml', data: strings('left behind by a program', shown) }],
    })
  const lose = (document: ParsedDocument): ParsedDocument => ({ ...document, blocks: [] })

  expect(await warningFor(workbook('shown'), document => document)).toBeNull()
  expect(await warningFor(workbook('shown in a cell'), lose)).toMatchObject({
    code: 'text_missing',
    share: 1,
  })
})

test('what a page hides, and numbers that sheets print in their own way, are not missing', async () => {
  const page = '<body><p>Seen<script>none of this is shown</script><p hidden>and none of this too</body>'
  const sheet =
    '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="date" office:date-value="2024-03-12"><text:p>12. of March 24</text:p></table:table-cell></table:table-row></table:table>'

  expect(await warningFor(Buffer.from(page), document => document, 'page.html')).toBeNull()
  expect(await warningFor(makeOpenDocument('spreadsheet', sheet), document => document)).toBeNull()
})
