import path from 'node:path'
import sharp from 'sharp'
import type { Bitmap } from '#lib/engines/parsing/ocr/recognise-page.ts'
import type { PdfPage } from './pdf-document.ts'
import type { PdfiumModule } from './pdfium-module.ts'

const dpi = 300
const pointsPerInch = 72
const grey = 1
const annotations = 0x01
const greyscale = 0x08
const white = 0xffffffff

export interface Rendering {
  readonly folder: string
  readonly pixelsMax: number
}

/** Draws a page at 300 dpi in grey as a PNG in the folder; a very large page at fewer. */
export async function renderPage(
  pdfium: PdfiumModule,
  page: PdfPage,
  { folder, pixelsMax }: Rendering,
): Promise<Bitmap> {
  const full = dpi / pointsPerInch
  const scale = Math.min(full, Math.sqrt(pixelsMax / Math.max(1, page.width * page.height)))
  const width = Math.max(1, Math.floor(page.width * scale))
  const height = Math.max(1, Math.floor(page.height * scale))
  const pixels = draw(pdfium, page, width, height)
  const file = 'page.png'
  await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toFile(path.join(folder, file))
  return { file, width, height }
}

function draw(pdfium: PdfiumModule, page: PdfPage, width: number, height: number): Buffer {
  const data = pdfium.wasmExports.malloc(width * height)
  if (data === 0) throw new Error('There is no memory to draw the page.')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, grey, data, width)
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium._FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, width, height, 0, annotations | greyscale)
    return Buffer.from(pdfium.HEAPU8.slice(data, data + width * height))
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    pdfium.wasmExports.free(data)
  }
}
