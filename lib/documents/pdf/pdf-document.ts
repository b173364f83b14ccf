import { parseError } from '#lib/documents/parse-error.ts'
import type { PdfiumModule, Pointer } from './pdfium-module.ts'

const passwordError = 4
const securityError = 5

/** An open PDF; close it, and every page: WebAssembly memory is not garbage collected. */
export interface PdfDocument extends Disposable {
  readonly pdfium: PdfiumModule
  readonly handle: Pointer
  readonly pageCount: number
  /** @throws Error if this page cannot be loaded */
  openPage(index: number): PdfPage
}

export interface PdfPage extends Disposable {
  readonly handle: Pointer
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
}

/**
 * Opens a PDF. One with only an owner password opens without it.
 * @throws ApiError `encrypted`, `corrupt`
 */
export function openPdf(pdfium: PdfiumModule, bytes: Uint8Array, password: string | null): PdfDocument {
  const data = copyIn(pdfium, bytes)
  const word = password === null ? 0 : copyIn(pdfium, Buffer.from(`${password}\0`))
  const handle = pdfium._FPDF_LoadMemDocument(data, bytes.length, word)
  const error = handle === 0 ? pdfium._FPDF_GetLastError() : 0
  if (word !== 0) pdfium.wasmExports.free(word)
  if (handle === 0) {
    pdfium.wasmExports.free(data)
    throw toOpenError(error, password)
  }
  return {
    pdfium,
    handle,
    pageCount: pdfium._FPDF_GetPageCount(handle),
    openPage: index => openPage(pdfium, handle, index),
    [Symbol.dispose]: () => {
      pdfium._FPDF_CloseDocument(handle)
      pdfium.wasmExports.free(data)
    },
  }
}

function openPage(pdfium: PdfiumModule, document: Pointer, index: number): PdfPage {
  const handle = pdfium._FPDF_LoadPage(document, index)
  if (handle === 0) throw new Error(`Cannot load page ${index + 1}.`)
  return {
    handle,
    width: pdfium._FPDF_GetPageWidthF(handle),
    height: pdfium._FPDF_GetPageHeightF(handle),
    [Symbol.dispose]: () => pdfium._FPDF_ClosePage(handle),
  }
}

function copyIn(pdfium: PdfiumModule, bytes: Uint8Array): Pointer {
  const pointer = pdfium.wasmExports.malloc(bytes.length)
  if (pointer === 0) throw parseError('memory', 'needs too much memory to read. Split it into smaller files.')
  pdfium.HEAPU8.set(bytes, pointer)
  return pointer
}

function toOpenError(error: number, password: string | null): Error {
  if (error === passwordError) {
    const advice =
      password === null
        ? 'is encrypted. Send its password in the form field `password`.'
        : 'does not open with this `password`.'
    return parseError('encrypted', advice)
  }
  if (error === securityError) {
    return parseError('encrypted', 'uses unsupported encryption. Save it without encryption.')
  }
  return parseError(
    'corrupt',
    'is damaged and cannot be read. Open it in its original application and save it again.',
  )
}
