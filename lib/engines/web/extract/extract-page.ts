import { makeAbsolute } from './absolute-addresses.ts'
import { cleanText } from './clean-text.ts'
import type { Extraction, ExtractionJob, ExtractionOptions, PageFormat } from './extraction.ts'
import { flatText } from './flat-text.ts'
import { toPre } from './to-pre.ts'
import { isConsentOnly, isShell } from './page-notes.ts'
import { parseFragment, parsePage } from './parse-page.ts'
import { removeHidden } from './remove-hidden.ts'
import { restoreImages } from './restore-images.ts'
import { type PageScan, scanPage } from './scan-page.ts'
import { selectContent } from './select-content.ts'
import { toHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'
import { toText } from './to-text.ts'

const consentNote = 'The page shows little but a cookie notice.'

/** Turns a page into what was asked for. It may take very long on hostile pages: it belongs into a worker. */
export function extractPage({ text: html, url, options }: ExtractionJob): Extraction {
  const scan = scanPage(html, url)
  if (scan.excess !== null) return toFlat(scan, html, options.formats, scan.excess)
  const shell = isShell(scan, html)
  const prepare = (): Document => preparePage(html, url, options)
  const root = selectContent(prepare, options)
  const text = cleanText(toText(root))
  const content = options.formats.some(needsHtml) ? toHtml(root) : ''
  const makers: Record<PageFormat, () => Partial<Extraction>> = {
    markdown: () => ({ markdown: cleanText(toMarkdown(content)) }),
    html: () => ({ html: cleanText(toTidyHtml(content)) }),
    text: () => ({ text }),
    links: () => ({ links: scan.links }),
  }
  return {
    ...Object.assign({}, ...options.formats.map(format => makers[format]())),
    metadata: scan.metadata,
    needsScripts: shell,
    notes: !shell && isConsentOnly(text) ? [consentNote] : [],
  }
}

/** A page as a tree without what nobody sees or asked to leave out. */
function preparePage(html: string, url: string, options: ExtractionOptions): Document {
  const document = parsePage(html)
  for (const selector of options.excludeTags) {
    for (const element of document.querySelectorAll(selector)) if (element !== document.body) element.remove()
  }
  restoreImages(document)
  removeHidden(document)
  makeAbsolute(document, url, options.removeBase64Images)
  return document
}

function needsHtml(format: PageFormat): boolean {
  return format === 'markdown' || format === 'html'
}

// Readability leaves headings inside paragraphs and names in capitals: reading it once more puts both right.
function toTidyHtml(html: string): string {
  return toHtml(parseFragment(html).body)
}

/** The words alone, read as a stream: for pages that no tree can be made of in time. */
export function extractFlat({ text: html, url, options }: ExtractionJob, reason: string): Extraction {
  return toFlat(scanPage(html, url), html, options.formats, reason)
}

function toFlat(scan: PageScan, html: string, formats: readonly PageFormat[], reason: string): Extraction {
  const text = cleanText(flatText(html))
  return {
    ...(formats.includes('markdown') && { markdown: text }),
    ...(formats.includes('text') && { text }),
    ...(formats.includes('html') && { html: toPre(text) }),
    ...(formats.includes('links') && { links: scan.links }),
    metadata: scan.metadata,
    needsScripts: false,
    notes: [`Only the text of the page was read: ${reason}.`],
  }
}
