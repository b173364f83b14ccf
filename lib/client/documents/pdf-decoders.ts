const addresses: ReadonlyMap<string, URL> = new Map([
  ['jbig2.wasm', new URL('pdfjs-dist/wasm/jbig2.wasm', import.meta.url)],
  ['openjpeg.wasm', new URL('pdfjs-dist/wasm/openjpeg.wasm', import.meta.url)],
])

/** Gives pdf.js what it unpacks fax, JBIG2 and JPEG 2000 pictures with: without it such a scan is drawn empty. */
export class PdfDecoders {
  /** @throws Error where there is no such decoder, or it did not come: pdf.js then leaves the picture out */
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename)
    if (address === undefined) throw new Error(`There is no ${filename} here.`)
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${filename} did not come: ${response.status}.`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
