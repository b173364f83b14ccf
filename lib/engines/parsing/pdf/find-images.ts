import sharp from 'sharp'
import type { FoundImages } from '#lib/engines/parsing/images/find-images.ts'
import { type FoundImage, pixelsMin } from '#lib/engines/parsing/images/found-image.ts'
import type { ParserInput } from '#lib/engines/parsing/parser.ts'
import { readAlternatives } from './alternatives.ts'
import { checkPageCount } from './check-page-count.ts'
import { openPdf, type PdfPage } from './pdf-document.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'
import { loadPdfium } from './pdfium.ts'

const imageType = 3
const formType = 5
const depthMax = 8
const rawMimes: Readonly<Record<string, string>> = { DCTDecode: 'image/jpeg', JPXDecode: 'image/jp2' }

/** The pictures of a PDF, those inside form objects too. JPEG and JPEG 2000 stay as they are, others become PNG. */
export async function findPdfImages(input: ParserInput): Promise<FoundImages> {
  using pdf = openPdf(await loadPdfium(), input.bytes, input.options.password)
  checkPageCount(pdf, input)
  const wanted = input.options.includeImageData || input.options.enableOcr
  const images: FoundImage[] = []
  let heldBytes = 0
  for (let index = 0; index < pdf.pageCount; index += 1) {
    using page = pdf.openPage(index)
    const alternatives = readAlternatives(pdf.pdfium, page)
    for (const object of imageObjects(pdf.pdfium, page)) {
      const { width, height } = pixelSize(pdf.pdfium, object)
      if (width < pixelsMin || height < pixelsMin || width * height > input.limits.imagePixels) continue
      const filter = lastFilter(pdf.pdfium, object)
      const mime = rawMimes[filter] ?? 'image/png'
      // The page is closed before anybody asks, so the bytes are taken now; what will not be sent is not held.
      const held = wanted && heldBytes < input.limits.imageBytes * 2
      const data = held ? await readBytes(pdf.pdfium, object, filter) : null
      heldBytes += data?.length ?? 0
      const text = alternatives.get(pdf.pdfium._FPDFPageObj_GetMarkedContentID(object)) ?? ''
      images.push({ page: index + 1, text, mime, width, height, bytes: async () => data ?? Buffer.alloc(0) })
    }
  }
  return { images, pages: pdf.pageCount, engine: 'pdfium' }
}

function* imageObjects(pdfium: PdfiumModule, page: PdfPage): Generator<Pointer> {
  const count = pdfium._FPDFPage_CountObjects(page.handle)
  for (let index = 0; index < count; index += 1) {
    yield* imagesIn(pdfium, pdfium._FPDFPage_GetObject(page.handle, index), 0)
  }
}

function* imagesIn(pdfium: PdfiumModule, object: Pointer, depth: number): Generator<Pointer> {
  const type = pdfium._FPDFPageObj_GetType(object)
  if (type === imageType) yield object
  if (type !== formType || depth > depthMax) return
  const count = pdfium._FPDFFormObj_CountObjects(object)
  for (let index = 0; index < count; index += 1) {
    yield* imagesIn(pdfium, pdfium._FPDFFormObj_GetObject(object, index), depth + 1)
  }
}

function pixelSize(pdfium: PdfiumModule, image: Pointer): { width: number; height: number } {
  const scratch = pdfium.wasmExports.malloc(8)
  const known = pdfium._FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4)
  const view = new DataView(pdfium.HEAPU8.buffer, scratch, 8)
  const size = known
    ? { width: view.getUint32(0, true), height: view.getUint32(4, true) }
    : { width: 0, height: 0 }
  pdfium.wasmExports.free(scratch)
  return size
}

function lastFilter(pdfium: PdfiumModule, image: Pointer): string {
  const count = pdfium._FPDFImageObj_GetImageFilterCount(image)
  // A picture that is packed twice has no bytes of its own format.
  if (count !== 1) return ''
  const scratch = pdfium.wasmExports.malloc(32)
  const length = pdfium._FPDFImageObj_GetImageFilter(image, 0, scratch, 32)
  const name = Buffer.from(
    pdfium.HEAPU8.slice(scratch, scratch + Math.max(0, Math.min(32, length) - 1)),
  ).toString('latin1')
  pdfium.wasmExports.free(scratch)
  return name
}

async function readBytes(pdfium: PdfiumModule, image: Pointer, filter: string): Promise<Buffer> {
  return rawMimes[filter] === undefined ? await drawImage(pdfium, image) : readRaw(pdfium, image)
}

function readRaw(pdfium: PdfiumModule, image: Pointer): Buffer {
  const size = pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0)
  const data = pdfium.wasmExports.malloc(size)
  pdfium._FPDFImageObj_GetImageDataRaw(image, data, size)
  const bytes = Buffer.from(pdfium.HEAPU8.slice(data, data + size))
  pdfium.wasmExports.free(data)
  return bytes
}

/** Its own pixels as PNG, whichever way the page turns them; PDFium gives grey, BGR, BGRx or BGRA. */
async function drawImage(pdfium: PdfiumModule, image: Pointer): Promise<Buffer> {
  const bitmap = pdfium._FPDFImageObj_GetBitmap(image)
  if (bitmap === 0) return Buffer.alloc(0)
  const [width, height] = [pdfium._FPDFBitmap_GetWidth(bitmap), pdfium._FPDFBitmap_GetHeight(bitmap)]
  const stride = pdfium._FPDFBitmap_GetStride(bitmap)
  const channels = ([1, 1, 3, 4, 4] as const)[pdfium._FPDFBitmap_GetFormat(bitmap)] ?? 4
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const rows = Buffer.alloc(width * height * channels)
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride
    rows.set(pdfium.HEAPU8.subarray(from, from + width * channels), row * width * channels)
  }
  pdfium._FPDFBitmap_Destroy(bitmap)
  if (channels > 1) swapRedAndBlue(rows, channels)
  return await sharp(rows, { raw: { width, height, channels } }).png().toBuffer()
}

function swapRedAndBlue(pixels: Buffer, channels: number): void {
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    const blue = pixels[at] ?? 0
    pixels[at] = pixels[at + 2] ?? 0
    pixels[at + 2] = blue
  }
}
