import { extractPage } from '#lib/web/extract/extract-page.ts'
import type { Extraction, ExtractionOptions } from '#lib/web/extract/extraction.ts'

const url = 'https://example.com/blog/post'
const sentence = 'Llamas live in the mountains, eat grass, and carry loads for people. '
/** Enough for an article. */
export const prose = `<p>${sentence.repeat(6)}</p><p>${sentence.repeat(6)}</p>`

/** A page at `https://example.com/blog/post`, turned into everything. */
export function extract(html: string, options: Partial<ExtractionOptions> = {}): Extraction {
  return extractPage({
    kind: 'html',
    text: html,
    url,
    options: {
      formats: ['markdown', 'html', 'text', 'links'],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      ...options,
    },
  })
}

/** The Markdown of a page whose article holds this beside enough prose to be one. */
export function markdownOf(inner: string, options: Partial<ExtractionOptions> = {}): string {
  const page = `<!doctype html><html lang="en"><head><title>About llamas</title></head><body>
    <nav><ul><li><a href="/a">Menu one</a></li><li><a href="/b">Menu two</a></li></ul></nav>
    <article>${prose}${inner}${prose}</article><footer>Imprint and terms</footer></body></html>`
  return extract(page, options).markdown ?? ''
}
