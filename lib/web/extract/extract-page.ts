import { cleanText } from './clean-text.ts'
import type { Extraction, ExtractionJob, ExtractionOptions, PageFormat } from './extraction.ts'
import { flatText } from './flat-text.ts'
import { toMarkdown } from './markdown/to-markdown.ts'
import { parseFragment, parsePage } from './parse-page.ts'
import { removeHidden } from './remove-hidden.ts'
import { restoreCode } from './restore/restore-code.ts'
import { restoreHeadings } from './restore/restore-headings.ts'
import { restoreImages } from './restore/restore-images.ts'
import { restoreMath } from './restore/restore-math.ts'
import { restoreTasks } from './restore/restore-tasks.ts'
import { type PageScan, scanPage, findBase, toWebAddress } from './scan-page.ts'
import { selectWithShare } from './select-content.ts'
import { shownMarkup } from './shown-markup.ts'
import { isElement, isText, walk } from './walk.ts'

const leftOutShareMin = 0.4
const consentNote = 'The page shows little more than a cookie notice.'

/** Converts a page to the requested formats. Hostile pages may take very long: run it in a worker. */
export function extractPage({ text: source, url, options }: ExtractionJob): Extraction {
  const html = shownMarkup(source)
  const scan = scanPage(html, url)
  if (scan.excess !== null) return toFlat(scan, html, options.formats, scan.excess)
  const shell = isShell(scan, html)
  const prepare = (): Document => preparePage(html, url, options)
  const { root, leftOutShare } = selectWithShare(prepare, options)
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
    notes: [...(!shell && isConsentOnly(text) ? [consentNote] : []), ...noteLeftOut(leftOutShare)],
  }
}

function noteLeftOut(share: number): string[] {
  if (share < leftOutShareMin) return []
  const percent = Math.round(share * 100)
  return [
    `About ${percent}% of the page's text was left out as not main content. Send \`onlyMainContent: false\` for the whole page.`,
  ]
}

/** The DOM of a page without hidden and excluded elements. */
function preparePage(html: string, url: string, options: ExtractionOptions): Document {
  const document = parsePage(html)
  for (const selector of options.excludeTags) {
    for (const element of document.querySelectorAll(selector)) if (element !== document.body) element.remove()
  }
  restoreImages(document)
  restoreMath(document)
  restoreCode(document)
  restoreTasks(document)
  restoreHeadings(document)
  removeHidden(document)
  makeAbsolute(document, url, options.removeBase64Images)
  return document
}

function needsHtml(format: PageFormat): boolean {
  return format === 'markdown' || format === 'html'
}

// Readability leaves headings inside paragraphs and tag names in capitals: parsing again fixes both.
function toTidyHtml(html: string): string {
  return toHtml(parseFragment(html).body)
}

/** The text only, parsed as a stream: for pages whose DOM would take too long. */
export function extractFlat({ text: source, url, options }: ExtractionJob, reason: string): Extraction {
  const html = shownMarkup(source)
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

/**
 * Inner HTML of an element. linkedom writes `&` in attributes unescaped, so `&lt;` would be parsed as another
 * character: attributes are escaped during serialization.
 */
function toHtml(root: Element): string {
  const escaped: { element: Element; name: string; value: string }[] = []
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (value.includes('&')) escaped.push({ element, name, value })
    }
  }
  for (const { element, name, value } of escaped) element.setAttribute(name, value.replaceAll('&', '&amp;'))
  const html = root.innerHTML
  for (const { element, name, value } of escaped) element.setAttribute(name, value)
  return html
}

const emptyRoots = '#root, #app, #__next, #__nuxt, #svelte, [data-reactroot], [ng-app], app-root'
const needsScripts = /javascript/i
const shellCharsMax = 250
const consentCharsMax = 2500
const consentWords =
  /cookie|consent|gdpr|einwillig|zustimm|consentement|consentimiento|consenso|クッキー|同意|файлы куки|согласи/i

/** Whether a page is an empty shell for its scripts. */
function isShell({ scripts, shownChars }: PageScan, html: string): boolean {
  if (scripts === 0 || shownChars > shellCharsMax) return false
  const visibleText = flatText(html)
  if (visibleText.length > shellCharsMax) return false
  if (visibleText.length < 20) return true
  const document = parsePage(html)
  const said = [...document.querySelectorAll('noscript')].some(each =>
    needsScripts.test(each.textContent ?? ''),
  )
  const root = document.querySelector(emptyRoots)
  return said || needsScripts.test(visibleText) || (root !== null && (root.textContent?.trim() ?? '') === '')
}

/** Whether most of a page's text is about cookies. */
function isConsentOnly(text: string): boolean {
  if (text.length === 0 || text.length > consentCharsMax) return false
  const sentences = text.split(/[.!?。！？\n]+/).filter(sentence => sentence.trim().length > 1)
  const about = sentences.filter(sentence => consentWords.test(sentence)).join('').length
  return about > 0 && about >= sentences.join('').length * 0.5
}

const blocks: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
)
const apart: ReadonlySet<string> = new Set('P H1 H2 H3 H4 H5 H6 PRE TABLE UL OL BLOCKQUOTE'.split(' '))

/** The text of a page as a reader would copy it: lines for blocks, tabs between cells, `pre` unchanged. */
function toText(root: Node): string {
  const parts: string[] = []
  write(root, parts, false)
  return parts
    .join('')
    .replace(/[ \t]{2,}/g, run => (run.includes('\t') ? '\t' : ' '))
    .replace(/[ \t]?\n[ \t]?/g, '\n')
    .replaceAll(space, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// Spaces of `pre` survive the cleanup.
const space = '\ue000'

function write(node: Node, parts: string[], asIs: boolean): void {
  if (isText(node)) {
    const text = node.nodeValue ?? ''
    parts.push(asIs ? text.replaceAll(' ', space) : text.replace(/[\s--[\ufeff]]+/gv, ' '))
    return
  }
  const name = node.nodeName
  if (name === 'BR') return void parts.push('\n')
  const around = apart.has(name) ? '\n\n' : blocks.has(name) ? '\n' : ''
  parts.push(around)
  for (const child of node.childNodes) write(child, parts, asIs || name === 'PRE')
  parts.push(name === 'TD' || name === 'TH' ? '\t' : around)
}

const addresses: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  AREA: ['href'],
  IMG: ['src'],
  IFRAME: ['src'],
  VIDEO: ['src', 'poster'],
  AUDIO: ['src'],
  SOURCE: ['src'],
}
const base64Image = /^\s*data:/i
const otherLink = /^\s*(?:mailto|tel):/i

/** Makes all URLs of the page absolute, and drops non-page URLs such as `javascript:`. */
function makeAbsolute(document: Document, url: string, removeBase64Images: boolean): void {
  const given = document.querySelector('base[href]')?.getAttribute('href')
  const base = typeof given === 'string' ? findBase(given, url) : url
  walk(document.documentElement, node => {
    if (!isElement(node)) return
    if (node.tagName === 'BASE') return node.remove()
    // The best candidate is in `src`; the others would stay relative.
    if (node.hasAttribute('srcset')) node.removeAttribute('srcset')
    for (const name of addresses[node.tagName] ?? []) settle(node, name, base, removeBase64Images)
  })
}

function settle(element: Element, name: string, base: string, removeBase64Images: boolean): void {
  const text = element.getAttribute(name)
  if (text === null || (name === 'href' && otherLink.test(text))) return
  if (element.tagName === 'IMG' && base64Image.test(text)) {
    if (removeBase64Images) replaceByText(element)
    return
  }
  const address = toWebAddress(text, base)
  if (address === null) element.removeAttribute(name)
  else element.setAttribute(name, address)
}

function replaceByText(image: Element): void {
  const text = image.getAttribute('alt')?.trim() ?? ''
  if (text === '') return image.remove()
  image.replaceWith(image.ownerDocument.createTextNode(text))
}

/** Escapes a text as HTML. */
export function toPre(text: string): string {
  return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`
}
