import { expect, test } from 'vitest'
import { openArchive } from './archive.ts'
import type { ParsedDocument } from './blocks.ts'
import { makeDocx, wordParagraph } from './__fixtures__/make-office.ts'
import { makeOpenDocument } from './__fixtures__/make-open-document.ts'
import { parseDirect } from './__fixtures__/parse-direct.ts'
import { parseLimits } from './limits.ts'
import { missingWords } from './missing-words.ts'

const prose = Array.from({ length: 95 }, (_, at) => `word${at}`).join(' ')

async function warningFor(bytes: Buffer, lose: (document: ParsedDocument) => ParsedDocument) {
  return missingWords(lose(await parseDirect(bytes)), await openArchive(bytes, parseLimits))
}

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
