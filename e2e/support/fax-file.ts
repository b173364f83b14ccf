import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib'
import type { TestFile } from './document-files.ts'

const columns = 64
const rows = 32
// Group 4: the first row is black, and every other row equals the one above it.
const firstRow = ['001', '00110101', '0000001111', '0000110111']
const end = '000000000001'
const bits = [...firstRow, '11'.repeat(rows - 1), end, end].join('')

/** A faxed page: a line of text above a black image in fax encoding. */
export async function faxFile(name: string): Promise<TestFile> {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 595])
  page.drawText('Sent by fax', { x: 48, y: 520, font: await document.embedFont(StandardFonts.Helvetica) })
  const bytes = Uint8Array.from(bits.match(/.{1,8}/g) ?? [], byte => Number.parseInt(byte.padEnd(8, '0'), 2))
  const picture = document.context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: columns,
    Height: rows,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
    Filter: 'CCITTFaxDecode',
    DecodeParms: { K: -1, Columns: columns, Rows: rows },
  })
  page.node.setXObject(PDFName.of('Fax'), document.context.register(picture))
  const paint = document.context.stream('q 420 0 0 400 0 0 cm /Fax Do Q')
  page.node.addContentStream(document.context.register(paint))
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}
