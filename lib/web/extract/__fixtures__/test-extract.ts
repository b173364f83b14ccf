import { extractPage } from '#lib/web/extract/extract-page.ts'
import type { Extraction, ExtractionOptions } from '#lib/web/extract/extraction.ts'

const url = 'https://example.com/blog/post'
const sentence = 'Llamas live in the mountains, eat grass, and carry loads for people. '
/** Long enough for an article. */
export const prose = `<p>${sentence.repeat(6)}</p><p>${sentence.repeat(6)}</p>`

/** A page at `https://example.com/blog/post`, in all formats. */
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

/** Markdown of a page whose article contains this with enough prose around it. */
export function markdownOf(inner: string, options: Partial<ExtractionOptions> = {}): string {
  const page = `<!doctype html><html lang="en"><head><title>About llamas</title></head><body>
    <nav><ul><li><a href="/a">Menu one</a></li><li><a href="/b">Menu two</a></li></ul></nav>
    <article>${prose}${inner}${prose}</article><footer>Imprint and terms</footer></body></html>`
  return extract(page, options).markdown ?? ''
}
