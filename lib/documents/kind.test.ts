import { expect, test } from 'vitest'
import sharp from 'sharp'
import { makeDocx, makePptx, makeXlsx, wordParagraph } from './__fixtures__/make-office.ts'
import { makePdf } from './__fixtures__/make-pdf.ts'
import { testOptions } from './__fixtures__/test-options.ts'
import { makeZip } from './__fixtures__/make-zip.ts'
import { parseLimits } from './limits.ts'
import { readKind } from './pool/extract-file.ts'

const programs = { tesseract: false, ffmpeg: false, soffice: false }

async function kindOf(bytes: Buffer, name = 'upload'): Promise<string> {
  return (await readKind(bytes, { limits: parseLimits, programs, options: { ...testOptions, name } })).kind
}

const opened = (mimetype: string): Buffer =>
  makeZip([
    { name: 'mimetype', data: mimetype, stored: true },
    { name: 'content.xml', data: '<x/>' },
  ])
const ole = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(stream, 'utf16le')])
const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })

test.each([
  ['pdf', await makePdf([() => undefined])],
  ['pdf', Buffer.concat([Buffer.alloc(900, '\n'), await makePdf([() => undefined])])],
  ['docx', makeDocx(wordParagraph('x'))],
  ['pptx', makePptx([{ title: 'x', body: 'y' }])],
  ['xlsx', makeXlsx([{ name: 'S', rows: '' }])],
  ['odt', opened('application/vnd.oasis.opendocument.text')],
  ['odp', opened('application/vnd.oasis.opendocument.presentation')],
  ['ods', opened('application/vnd.oasis.opendocument.spreadsheet')],
  ['epub', opened('application/epub+zip')],
  ['rtf', Buffer.from('{\\rtf1 x}')],
  ['xls', ole('Workbook')],
  ['image', await picture.png().toBuffer()],
  ['image', await picture.jpeg().toBuffer()],
  ['image', await picture.webp().toBuffer()],
  ['image', await picture.tiff().toBuffer()],
  ['image', await picture.gif().toBuffer()],
  ['image', await picture.avif().toBuffer()],
  ['audio', Buffer.from('RIFF....WAVEfmt ')],
  ['audio', Buffer.from('ID3\u0004')],
  ['audio', Buffer.from('fffb9064', 'hex')],
  ['audio', Buffer.from('fff15080', 'hex')],
  ['audio', Buffer.from('fLaC')],
  ['audio', Buffer.from(`OggS${'.'.repeat(24)}OpusHead`)],
  ['audio', Buffer.from('....ftypM4A ....moov..hdlr........soun')],
  ['audio', Buffer.from('\u001aE\u00df\u00a3webm A_OPUS', 'latin1')],
])('%s is detected by its bytes, whatever its name', async (kind, bytes) => {
  for (const name of ['upload', 'wrong.txt', 'wrong.pdf', 'wrong.csv'])
    expect(await kindOf(bytes, name)).toBe(kind)
})

test.each([
  ['a.csv', 'a,b\n1,2', 'csv'],
  ['a.tsv', 'a\tb', 'csv'],
  ['a.md', '# x', 'markdown'],
  ['a.json', 'x', 'json'],
  ['a.xml', '<x/>', 'xml'],
  ['a.htm', 'x', 'html'],
  ['a.eml', 'x', 'eml'],
  ['a.log', '<html>', 'text'],
  ['no-name', '<!DOCTYPE html><p>x', 'html'],
  ['no-name', '<?xml version="1.0"?><x/>', 'xml'],
  ['no-name', '{"a":1}', 'json'],
  ['no-name', 'From: a@b\r\nSubject: x\r\n\r\ny', 'eml'],
  ['report.pdf', 'just words', 'text'],
])('text named %s that begins with %j is %s', async (name, text, kind) => {
  expect(await kindOf(Buffer.from(text), name)).toBe(kind)
})

test.each([
  ['a ZIP of anything', makeZip([{ name: 'a.txt', data: 'x' }])],
  ['a video without sound', Buffer.from('....ftypisom....moov..hdlr........vide')],
  ['a program', Buffer.concat([Buffer.from('\u007fELF', 'latin1'), Buffer.alloc(64)])],
])('%s is rejected with the accepted formats', async (_, bytes) => {
  await expect(kindOf(bytes)).rejects.toMatchObject({
    code: 'unsupported_file_type',
    reason: 'kind',
    message: expect.stringContaining('Supported: PDF'),
  })
})

test.each([
  ['WordDocument', 'DOCX'],
  ['PowerPoint Document', 'PPTX'],
])('a %s is rejected without LibreOffice, with what to do', async (stream, current) => {
  await expect(kindOf(ole(stream))).rejects.toMatchObject({
    code: 'unsupported_file_type',
    reason: 'kind',
    message: expect.stringMatching(
      new RegExp(`which requires LibreOffice\\. Install LibreOffice .*${current}\\.$`),
    ),
  })
})

test('an encrypted Office file is distinguished from a damaged one', async () => {
  await expect(kindOf(ole('EncryptedPackage'))).rejects.toMatchObject({ reason: 'encrypted' })
})

test('an encrypted OpenDocument file is detected', async () => {
  const encrypted = makeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    {
      name: 'META-INF/manifest.xml',
      data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
    },
  ])

  await expect(kindOf(encrypted)).rejects.toMatchObject({ reason: 'encrypted' })
})

test('a file with bytes after its archive is read', async () => {
  const bytes = Buffer.concat([makeDocx(wordParagraph('Wool')), Buffer.alloc(9)])

  expect(await kindOf(bytes)).toBe('docx')
})
