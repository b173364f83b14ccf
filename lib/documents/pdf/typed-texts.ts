import type { PdfPage } from './pdf-document.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'

const freeTextSubtype = 3
const hiddenFlags = 0x02 | 0x20
const textsMax = 1000
const textBytesMax = 64 * 1024

/** The displayed texts that were typed over a page: they are annotations, which are not in its own text. */
export function typedTexts(pdfium: PdfiumModule, page: PdfPage): string[] {
  const count = Math.min(textsMax, pdfium._FPDFPage_GetAnnotCount(page.handle))
  const texts: string[] = []
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page.handle, index)
    if (annotation === 0) continue
    const isShown =
      pdfium._FPDFAnnot_GetSubtype(annotation) === freeTextSubtype &&
      (pdfium._FPDFAnnot_GetFlags(annotation) & hiddenFlags) === 0
    const text = isShown ? contentsOf(pdfium, annotation) : ''
    if (text !== '') texts.push(text)
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  return texts
}

function contentsOf(pdfium: PdfiumModule, annotation: Pointer): string {
  const key = Buffer.from('Contents\0')
  const scratch = pdfium.wasmExports.malloc(key.length + textBytesMax)
  const buffer = scratch + key.length + (key.length % 2)
  try {
    pdfium.HEAPU8.set(key, scratch)
    const bytes = pdfium._FPDFAnnot_GetStringValue(annotation, scratch, buffer, textBytesMax - 2)
    if (bytes <= 2 || bytes > textBytesMax - 2) return ''
    const text = Buffer.from(pdfium.HEAPU8.buffer, buffer, bytes - 2).toString('utf16le')
    return text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').trim().toWellFormed()
  } finally {
    pdfium.wasmExports.free(scratch)
  }
}
