import type { PdfPage } from './pdf-document.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'

const imageType = 3
const formType = 5
const depthMax = 8

/** Which share of a page images cover, 0…1; what lies over another counts twice. */
export function imageCover(pdfium: PdfiumModule, page: PdfPage): number {
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

/** Scanners like to wrap the picture of a page into a form object. */
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
