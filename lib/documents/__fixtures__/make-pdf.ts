import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib'
import { secretAuthor } from './make-office.ts'

export interface Pen {
  readonly page: PDFPage
  readonly regular: PDFFont
  readonly bold: PDFFont
  /** Draws at points from the top left. */
  write(text: string, x: number, y: number, options?: { readonly size?: number; readonly bold?: boolean }): void
}

export const pageWidth = 595
export const pageHeight = 842

/** A PDF with one A4 page per drawing. */
export async function makePdf(
  drawings: readonly ((pen: Pen) => void)[],
  { rotate = 0 }: { readonly rotate?: number } = {},
): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.setAuthor(secretAuthor)
  const regular = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  for (const draw of drawings) {
    const page = document.addPage([pageWidth, pageHeight])
    page.setRotation(degrees(rotate))
    draw({
      page,
      regular,
      bold,
      write: (text, x, y, { size = 11, bold: heavy = false } = {}) => {
        page.drawText(text, { x, y: pageHeight - y, size, font: heavy ? bold : regular })
      },
    })
  }
  return Buffer.from(await document.save())
}

/** A page of prose: lines 14 points apart. */
export function writeProse(pen: Pen, topic: string, { from = 150, lines = 20 } = {}): void {
  for (let line = 0; line < lines; line += 1) {
    pen.write(`Line ${wordFor(line)} of the text about ${topic} goes on until it fills the page from side to side.`, 60, from + line * 14)
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A unique word for a number, without digits. */
export function wordFor(number: number): string {
  return `${letters[number % 26] ?? ''}${letters[Math.floor(number / 26) % 26] ?? ''}ven`
}
