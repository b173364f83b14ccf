import { PDFDocument, StandardFonts } from 'pdf-lib'

/** A file that a test passes to the browser. */
export interface TestFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export function textFile(name: string, text: string, mimeType = 'text/plain'): TestFile {
  return { name, mimeType, buffer: Buffer.from(text) }
}

/** A PDF with a page for each list of lines, widely spaced. */
export async function pdfFile(
  name: string,
  pages: readonly (readonly string[])[],
  author = '',
): Promise<TestFile> {
  const document = await PDFDocument.create()
  if (author !== '') document.setAuthor(author)
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    const page = document.addPage([420, 595])
    lines.forEach((line, at) => page.drawText(line, { x: 48, y: 520 - at * 90, size: 14, font }))
  }
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** A form with a filled field and a checked box. */
export async function formFile(name: string): Promise<TestFile> {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 595])
  const font = await document.embedFont(StandardFonts.Helvetica)
  page.drawText('Harbour of', { x: 40, y: 505, size: 12, font })
  const form = document.getForm()
  const harbour = form.createTextField('harbour')
  harbour.setText('Lisbon')
  harbour.addToPage(page, { x: 130, y: 500, width: 200, height: 20 })
  const box = form.createCheckBox('night')
  box.addToPage(page, { x: 130, y: 460, width: 16, height: 16 })
  box.check()
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

export const guide = [
  ['Harbour guide', 'Boats report on channel 12.', 'Visitors moor at the northern quay.'],
  ['Fees', 'Up to eight metres: 14 euros.'],
]
