import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { renderPage } from '#lib/documents/pdf/parse-pdf.ts'
import { openPdf } from '#lib/documents/pdf/pdf-document.ts'
import { loadPdfium } from '#lib/documents/pdf/pdfium.ts'
import { makePdf, pageWidth } from './make-pdf.ts'

/** A JPEG of a page with these lines, like a scan: rendered by PDFium, which has built-in fonts. */
export async function drawScan(lines: readonly string[]): Promise<Buffer> {
  const pdf = await makePdf([
    pen => {
      for (const [at, line] of lines.entries()) pen.write(line, 60, 80 + at * 24, { size: 14 })
    },
  ])
  const pdfium = await loadPdfium()
  using document = openPdf(pdfium, pdf, null)
  using page = document.openPage(0)
  const folder = await mkdtemp(path.join(tmpdir(), 'sextant-scan-'))
  const { file } = await renderPage(pdfium, page, { folder, pixelsMax: 4_000_000 })
  const jpeg = await sharp(path.join(folder, file)).jpeg({ quality: 80 }).toBuffer()
  await rm(folder, { recursive: true })
  return jpeg
}

/** Only the lines of a scan, which are recognized in a fraction of the time. */
export function cropScan(scan: Buffer): Promise<Buffer> {
  const margin = { top: 40, bottom: 40, left: 40, right: 40 }
  return sharp(scan)
    .trim()
    .extend({ ...margin, background: 'white' })
    .toBuffer()
}

/** A PDF of scans without any text, one a page. */
export async function makeScannedPdf(scans: readonly Buffer[]): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (const scan of scans) {
    const image = await document.embedJpg(scan)
    const height = (pageWidth * image.height) / image.width
    document.addPage([pageWidth, height]).drawImage(image, { x: 0, y: 0, width: pageWidth, height })
  }
  return Buffer.from(await document.save())
}
