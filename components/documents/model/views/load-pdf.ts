import { getDocument, GlobalWorkerOptions, type PDFDocumentLoadingTask } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).toString()

/** Opens a PDF in its own worker; rejects when it is invalid or needs another password. */
export function loadPdf(data: ArrayBuffer, password = ''): PDFDocumentLoadingTask {
  return getDocument({ data, BinaryDataFactory: PdfDecoders, ...(password !== '' && { password }) })
}

const addresses: ReadonlyMap<string, URL> = new Map([
  ['jbig2.wasm', new URL('pdfjs-dist/wasm/jbig2.wasm', import.meta.url)],
  ['openjpeg.wasm', new URL('pdfjs-dist/wasm/openjpeg.wasm', import.meta.url)],
])

/**
 * Provides pdf.js with decoders for fax, JBIG2 and JPEG 2000 images: without them such a scan renders empty.
 */
class PdfDecoders {
  /** @throws Error when the decoder is missing or fails to load: pdf.js then omits the image */
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename)
    if (address === undefined) throw new Error(`${filename} is not available.`)
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${filename} failed to load: ${response.status}.`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
