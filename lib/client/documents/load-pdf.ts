import { getDocument, GlobalWorkerOptions, type PDFDocumentLoadingTask } from 'pdfjs-dist'
import { PdfDecoders } from './pdf-decoders.ts'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).toString()

/** Opens a PDF in a worker of its own; its promise fails where it is none, or asks for another password. */
export function loadPdf(data: ArrayBuffer, password = ''): PDFDocumentLoadingTask {
  return getDocument({ data, BinaryDataFactory: PdfDecoders, ...(password !== '' && { password }) })
}
