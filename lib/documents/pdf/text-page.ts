import type { PdfiumModule, Pointer } from './pdfium-module.ts'

/** Text access of an open page. */
export interface TextPage {
  readonly pdfium: PdfiumModule
  readonly textPage: Pointer
  /** `scratchBytes` of WebAssembly memory for output pointers. */
  readonly scratch: Pointer
  readonly text: string
}

/** Left, top, right, bottom in points of the page's coordinate system, from the bottom. */
export type Rect = readonly [number, number, number, number]

const nameBytes = 128
export const scratchBytes = 64 + nameBytes
const boldWeight = 600
const boldName = /bold|black|heavy|semibold|demi/i

/** Maps text positions to PDFium's character indexes, which include characters missing from the text. */
export function charRange({ pdfium, textPage }: TextPage, from: number, to: number): [number, number] | null {
  const first = pdfium._FPDFText_GetCharIndexFromTextIndex(textPage, from)
  const last = pdfium._FPDFText_GetCharIndexFromTextIndex(textPage, to - 1)
  return first < 0 ? null : [first, Math.max(first, last)]
}

/** Rectangles of a character range: one per piece drawn at once. */
export function lineRects({ pdfium, textPage, scratch }: TextPage, first: number, last: number): Rect[] {
  const rects: Rect[] = []
  const count = pdfium._FPDFText_CountRects(textPage, first, last - first + 1)
  for (let index = 0; index < count; index += 1) {
    if (!pdfium._FPDFText_GetRect(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24)) continue
    const view = new DataView(pdfium.HEAPU8.buffer, scratch, 32)
    const [left, top] = [view.getFloat64(0, true), view.getFloat64(8, true)]
    rects.push([left, top, view.getFloat64(16, true), view.getFloat64(24, true)])
  }
  return rects
}

/** The bounding rectangle. */
export function unionOf(rects: readonly Rect[]): Rect {
  const [first, ...others] = rects
  if (first !== undefined && others.length === 0) return first
  return [
    Math.min(...rects.map(rect => rect[0])),
    Math.max(...rects.map(rect => rect[1])),
    Math.max(...rects.map(rect => rect[2])),
    Math.min(...rects.map(rect => rect[3])),
  ]
}

/** Left edge of a character; null for invisible ones. */
export function charLeft({ pdfium, textPage, scratch }: TextPage, index: number): number | null {
  if (!pdfium._FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24))
    return null
  return new DataView(pdfium.HEAPU8.buffer, scratch, 8).getFloat64(0, true)
}

/** Points. Some programs set the size to 1 and scale with the matrix. */
export function fontSize({ pdfium, textPage, scratch }: TextPage, index: number): number {
  const size = pdfium._FPDFText_GetFontSize(textPage, index)
  if (!pdfium._FPDFText_GetMatrix(textPage, index, scratch)) return size
  const view = new DataView(pdfium.HEAPU8.buffer, scratch, 24)
  return size * Math.hypot(view.getFloat32(8, true), view.getFloat32(12, true))
}

export function isBold({ pdfium, textPage, scratch }: TextPage, index: number): boolean {
  if (pdfium._FPDFText_GetFontWeight(textPage, index) >= boldWeight) return true
  const length = pdfium._FPDFText_GetFontInfo(textPage, index, scratch + 64, nameBytes, scratch)
  if (length <= 1 || length > nameBytes) return false
  const name = Buffer.from(pdfium.HEAPU8.buffer, scratch + 64, length - 1).toString('latin1')
  return boldName.test(name)
}
