import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { recording } from '#lib/gateway/__fixtures__/recording.ts'
import { makeZip } from '#lib/documents/__fixtures__/make-zip.ts'
import { makeDocx, wordParagraph } from '#lib/documents/__fixtures__/make-office.ts'

/** Generated input files. */
export interface BenchFiles {
  /** 600 pages, about 540 words each. */
  readonly pdf: string
  readonly smallPdf: string
  readonly docx: string
  readonly xlsx: string
  readonly epub: string
  /** A page at 300 dpi. */
  readonly scan: string
  readonly speech: string
}

const words =
  'the river carried small boats past quiet gardens while people talked about weather prices music and the long way home after work'.split(
    ' ',
  )
const linesPerPage = 45
const wordsPerLine = 12

export async function makeFiles(folder: string): Promise<BenchFiles> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  const smallPdf = write('small.pdf', await makePdf(1))
  execFileSync('pdftoppm', ['-r', '300', '-gray', '-png', '-singlefile', smallPdf, join(folder, 'scan')])
  return {
    pdf: write('large.pdf', await makePdf(600)),
    smallPdf,
    docx: write(
      'large.docx',
      makeDocx(Array.from({ length: 6000 }, (_, at) => wordParagraph(lineOf(at))).join('')),
    ),
    xlsx: write('large.xlsx', makeXlsx(5000)),
    epub: write('large.epub', makeEpub(200)),
    scan: join(folder, 'scan.png'),
    speech: write('speech.wav', recording(30)),
  }
}

function lineOf(seed: number): string {
  return Array.from({ length: wordsPerLine }, (_, at) => words[(seed * 7 + at * 5) % words.length]).join(' ')
}

async function makePdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 0; number < pages; number++) {
    const page = document.addPage([595, 842])
    for (let line = 0; line < linesPerPage; line++) {
      page.drawText(lineOf(number * linesPerPage + line), { x: 50, y: 790 - line * 16, size: 9, font })
    }
  }
  return await document.save()
}

function makeXlsx(rows: number): Buffer {
  const main = 'http://schemas.openxmlformats.org'
  const cell = (column: string, row: number, value: string): string =>
    `<c r="${column}${row}" t="inlineStr"><is><t>${value}</t></is></c>`
  const data = Array.from({ length: rows }, (_, at) => {
    const row = at + 1
    return `<row r="${row}">${cell('A', row, lineOf(at))}<c r="B${row}"><v>${at * 1.5}</v></c>${cell('C', row, `item ${at}`)}</row>`
  })
  return makeZip([
    {
      name: '[Content_Types].xml',
      data: `<Types xmlns="${main}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="r1" Type="${main}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="${main}/package/2006/relationships"><Relationship Id="r1" Type="${main}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `<worksheet xmlns="${main}/spreadsheetml/2006/main"><sheetData>${data.join('')}</sheetData></worksheet>`,
    },
  ])
}

function makeEpub(chapters: number): Buffer {
  const names = Array.from({ length: chapters }, (_, at) => `chapter${at}.xhtml`)
  const paragraphs = (chapter: number): string =>
    Array.from({ length: 30 }, (_, at) => `<p>${lineOf(chapter * 30 + at)}</p>`).join('')
  return makeZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      data: '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">b</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language></metadata><manifest>${names.map((name, at) => `<item id="c${at}" href="${name}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${names.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    },
    ...names.map((name, at) => ({
      name,
      data: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${at}</title></head><body><h1>Chapter ${at}</h1>${paragraphs(at)}</body></html>`,
    })),
  ])
}
