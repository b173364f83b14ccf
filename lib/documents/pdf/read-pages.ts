import { tooMuchText } from '#lib/documents/check-text-size.ts'
import type { ParseLimits } from '#lib/documents/limits.ts'
import { type PageText, readPageLines } from './page-lines.ts'
import type { PdfDocument, PdfPage } from './pdf-document.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'
import { typedTexts } from './typed-texts.ts'

const scannedCharacters = 20
const garbledShare = 0.1
const coveredShare = 0.3
const rawPagesMax = 16

/** Why a page needs OCR; null if its text is complete. */
export type OcrNeed = 'scanned' | 'garbled' | 'hybrid' | null

export interface ReadPage extends Omit<PageText, 'raw'> {
  /** Only of some pages; empty for the others. */
  readonly raw: string
  /** Typed over the page. */
  readonly typed: readonly string[]
  /** Points. */
  readonly height: number
  readonly failed: boolean
  readonly need: OcrNeed
}

/**
 * The text of every page; one that cannot be loaded is empty and keeps its number.
 * @param options.images whether to look for images next to text, which takes a while
 * @param options.pageRead called after each page
 * @throws ApiError `too_much_text`
 */
export function readPages(
  pdf: PdfDocument,
  limits: ParseLimits,
  {
    images,
    pageRead,
  }: { readonly images: boolean; readonly pageRead: (done: number, total: number) => void },
): ReadPage[] {
  const pages: ReadPage[] = []
  let characters = 0
  for (let index = 0; index < pdf.pageCount; index += 1) {
    const page = readPage(pdf, index, images)
    pages.push(page)
    pageRead(pages.length, pdf.pageCount)
    characters += page.characters
    if (characters > limits.textBytes) throw tooMuchText(limits.textBytes)
  }
  return pages
}

function readPage(pdf: PdfDocument, index: number, images: boolean): ReadPage {
  try {
    using page = pdf.openPage(index)
    const text = readPageLines(pdf.pdfium, page)
    const raw = index % Math.ceil(pdf.pageCount / rawPagesMax) === 0 ? text.raw : ''
    const need = needOf(text) ?? (images && imageCover(pdf.pdfium, page) >= coveredShare ? 'hybrid' : null)
    return { ...text, raw, typed: typedTexts(pdf.pdfium, page), height: page.height, failed: false, need }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    return {
      lines: [],
      characters: 0,
      garbled: 0,
      unmapped: false,
      raw: '',
      typed: [],
      height: 0,
      failed: true,
      need: null,
    }
  }
}

function needOf({ characters, garbled, unmapped }: PageText): OcrNeed {
  if (characters < scannedCharacters) return 'scanned'
  return unmapped || garbled > characters * garbledShare ? 'garbled' : null
}

const imageType = 3
const formType = 5
const depthMax = 8

/** Share of a page covered by images, 0 to 1; overlaps count twice. */
function imageCover(pdfium: PdfiumModule, page: PdfPage): number {
  const scratch = pdfium.wasmExports.malloc(16)
  let area = 0
  for (let index = 0; index < pdfium._FPDFPage_CountObjects(page.handle); index += 1) {
    const object = pdfium._FPDFPage_GetObject(page.handle, index)
    if (!holdsImage(pdfium, object, 0)) continue
    if (!pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) continue
    const view = new DataView(pdfium.HEAPU8.buffer, scratch, 16)
    const [left, bottom] = [view.getFloat32(0, true), view.getFloat32(4, true)]
    const [right, top] = [view.getFloat32(8, true), view.getFloat32(12, true)]
    area += Math.max(0, right - left) * Math.max(0, top - bottom)
  }
  pdfium.wasmExports.free(scratch)
  return Math.min(1, area / Math.max(1, page.width * page.height))
}

/** Scanners often wrap the page image into a form object. */
function holdsImage(pdfium: PdfiumModule, object: Pointer, depth: number): boolean {
  const type = pdfium._FPDFPageObj_GetType(object)
  if (type === imageType) return true
  if (type !== formType || depth > depthMax) return false
  const count = pdfium._FPDFFormObj_CountObjects(object)
  for (let index = 0; index < count; index += 1) {
    if (holdsImage(pdfium, pdfium._FPDFFormObj_GetObject(object, index), depth + 1)) return true
  }
  return false
}
