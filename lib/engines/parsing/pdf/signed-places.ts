import type { PdfDocument } from './pdf-document.ts'

const widgetSubtype = 20
const floatBytes = 4

/** Left and bottom of the fields of a page that hold a value, in points: pdf.js never tells whether one is signed. */
export function signedPlaces(pdf: PdfDocument, index: number): (readonly [number, number])[] {
  const { pdfium } = pdf
  using page = pdf.openPage(index)
  const rect = pdfium.wasmExports.malloc(4 * floatBytes)
  const key = pdfium.wasmExports.malloc(2)
  pdfium.HEAPU8.set(Buffer.from('V\0'), key)
  const places: (readonly [number, number])[] = []
  for (let at = 0; at < pdfium._FPDFPage_GetAnnotCount(page.handle); at += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page.handle, at)
    if (annotation === 0) continue
    const holds =
      pdfium._FPDFAnnot_GetSubtype(annotation) === widgetSubtype &&
      pdfium._FPDFAnnot_HasKey(annotation, key) !== 0 &&
      pdfium._FPDFAnnot_GetRect(annotation, rect) !== 0
    if (holds) {
      const [left = 0, , , bottom = 0] = new Float32Array(pdfium.HEAPU8.buffer, rect, 4)
      places.push([left, bottom])
    }
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  pdfium.wasmExports.free(rect)
  pdfium.wasmExports.free(key)
  return places
}
