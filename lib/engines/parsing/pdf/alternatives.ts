import type { PdfPage } from './pdf-document.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'

const depthMax = 64
const elementsMax = 20_000

/** Alternative texts of a tagged page, by the marked content they stand for. */
export function readAlternatives(pdfium: PdfiumModule, page: PdfPage): ReadonlyMap<number, string> {
  const texts = new Map<number, string>()
  const tree = pdfium._FPDF_StructTree_GetForPage(page.handle)
  if (tree === 0) return texts
  let elements = 0
  const count = pdfium._FPDF_StructTree_CountChildren(tree)
  for (let index = 0; index < count; index += 1)
    visit(pdfium._FPDF_StructTree_GetChildAtIndex(tree, index), '', 0)
  pdfium._FPDF_StructTree_Close(tree)
  return texts

  function visit(element: Pointer, inherited: string, depth: number): void {
    elements += 1
    if (element === 0 || depth > depthMax || elements > elementsMax) return
    const text = readText(pdfium, element) || inherited
    const children = pdfium._FPDF_StructElement_CountChildren(element)
    for (let index = 0; index < children; index += 1) {
      const content = pdfium._FPDF_StructElement_GetChildMarkedContentID(element, index)
      if (content >= 0 && text !== '') texts.set(content, text)
      visit(pdfium._FPDF_StructElement_GetChildAtIndex(element, index), text, depth + 1)
    }
  }
}

function readText(pdfium: PdfiumModule, element: Pointer): string {
  const size = pdfium._FPDF_StructElement_GetAltText(element, 0, 0)
  if (size <= 2) return ''
  const buffer = pdfium.wasmExports.malloc(size)
  pdfium._FPDF_StructElement_GetAltText(element, buffer, size)
  const text = Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + size - 2)).toString('utf16le')
  pdfium.wasmExports.free(buffer)
  return text.trim()
}
