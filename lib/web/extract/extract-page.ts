import { cleanText } from './clean-text.ts'
import type { Extraction, ExtractionJob, ExtractionOptions, PageFormat } from './extraction.ts'
import { flatText } from './flat-text.ts'
import { parseFragment, parsePage } from './parse-page.ts'
import { removeHidden } from './remove-hidden.ts'
import { type PageScan, scanPage, findBase, toWebAddress } from './scan-page.ts'
import { selectWithShare } from './select-content.ts'
import { isElement, walk } from './walk.ts'
import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'

const leftOutShareMin = 1 / 3
const consentNote = 'The page shows little more than a cookie notice.'

/** Converts a page to the requested formats. Hostile pages may take very long: run it in a worker. */
export function extractPage({ text: html, url, options }: ExtractionJob): Extraction {
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
  if (node.nodeType === 3) {
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

const lazySources = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-hi-res-src',
  'data-actualsrc',
]
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset']
const placeholder =
  /^data:|(?:^|[/_.-])(?:blank|placeholder|spacer|pixel|lazy|loading|loader|1x1|transparent)[^/]*\.(?:gif|png|svg|jpe?g|webp)/i

/** Gives lazy-loaded images their real URLs, and replaces placeholders by those in `<noscript>`. */
function restoreImages(document: Document): void {
  for (const noscript of document.querySelectorAll('noscript')) restoreFromNoscript(noscript)
  for (const image of document.querySelectorAll('img')) {
    const given = image.getAttribute('src') ?? ''
    if (given !== '' && !placeholder.test(given)) continue
    const source = lazySource(image)
    if (source !== null) image.setAttribute('src', source)
  }
}

function lazySource(image: Element): string | null {
  for (const name of lazySources) {
    const text = image.getAttribute(name)?.trim()
    if (text) return text
  }
  const picture =
    image.parentElement?.tagName === 'PICTURE' ? [...image.parentElement.querySelectorAll('source')] : []
  for (const element of [image, ...picture]) {
    for (const name of lazySets) {
      const largest = largestOf(element.getAttribute(name) ?? '')
      if (largest !== null) return largest
    }
  }
  return null
}

/** The candidate of a `srcset` with the largest width or density. */
function largestOf(set: string): string | null {
  let largest: { address: string; size: number } | null = null
  for (const [, address, size] of set.matchAll(/([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g)) {
    if (address === undefined || address.startsWith('data:')) continue
    const candidate = { address, size: Number(size ?? 1) }
    if (largest === null || candidate.size > largest.size) largest = candidate
  }
  return largest?.address ?? null
}

function restoreFromNoscript(noscript: Element): void {
  const image = noscript.querySelector('img')
  if (image === null) return
  const before = noscript.previousElementSibling
  const standIn = before?.tagName === 'IMG' ? before : before?.querySelector('img')
  if (standIn) standIn.replaceWith(image)
  else noscript.before(image)
}

/**
 * Converts HTML to Markdown. It is parsed again by turndown's own parser: with linkedom's nodes all tables were
 * lost.
 */
function toMarkdown(html: string): string {
  return service
    .turndown(html)
    .replace(/(?<![ \t])[ \t]+$/gm, keepBreak)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// Two trailing spaces are a line break.
function keepBreak(spaces: string): string {
  return spaces === '  ' ? spaces : ''
}

function createService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  })
  service.use(gfm)
  service.addRule('code', {
    filter: node => node.nodeName === 'PRE',
    replacement: (_, node) => fenceCode(textOf(node), codeLanguage(node as Element)),
  })
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => toItem(content, node as Element),
  })
  service.addRule('link', {
    filter: node => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => toLink(content, node as Element),
  })
  return service
}

const named = /(?:^|\s)(?:lang(?:uage)?|highlight(?:-source|-text)?|brush:?|code)[-:\s]\s*([\w+#.-]{1,30})/i

const attributes = ['data-lang', 'data-language', 'data-code-language', 'lang']

const plain: ReadonlySet<string> = new Set([
  'plaintext',
  'text',
  'txt',
  'none',
  'nohighlight',
  'block',
  'wrapper',
])

const service = createService()

function textOf(node: Node): string {
  if (node.nodeName === 'BR') return '\n'
  if (node.nodeType === 3) return node.nodeValue ?? ''
  return Array.from(node.childNodes).map(textOf).join('')
}

/** Indents each level by its marker width, as Markdown requires. */
function toItem(content: string, item: Element): string {
  const list = item.parentElement
  const mark = list?.nodeName === 'OL' ? `${numberOf(item, list)}. ` : '- '
  const text = content
    .replace(/^\n+/, '')
    .trimEnd()
    .replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${text}${item.nextElementSibling === null ? '' : '\n'}`
}

function numberOf(item: Element, list: Element): number {
  const first = Number(list.getAttribute('start') ?? 1)
  return (Number.isInteger(first) ? first : 1) + Array.from(list.children).indexOf(item)
}

/** A linked card of headings and paragraphs becomes one line: a link cannot contain blocks. */
function toLink(content: string, link: Element): string {
  const label = content.includes('\n') ? content.replace(/^#{1,6} /gm, '').replace(/\s*\n\s*/g, ' ') : content
  const text = label.trim() || (link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '').trim()
  if (text === '') return ''
  const address = (link.getAttribute('href') ?? '')
    .replace(/[\s()<>]/g, encodeURIComponent)
    .replace(/[()]/g, escapeBracket)
  const [before, after] = [/^\s/.test(content) ? ' ' : '', /\s$/.test(content) ? ' ' : '']
  return address === '' ? label : `${before}[${text}](${address})${after}`
}

function escapeBracket(bracket: string): string {
  return `\\${bracket}`
}

/** The language of a code block, from highlighter classes on it, its `code` or its parent; empty if unknown. */
function codeLanguage(pre: Element): string {
  const code = pre.querySelector('code')
  const around = [pre.parentElement, pre.parentElement?.parentElement]
  for (const element of [code, pre, ...around]) {
    if (!element) continue
    const given =
      element === code || element === pre ? attributes.map(name => element.getAttribute(name)) : []
    const language = given.find(Boolean) ?? named.exec(element.getAttribute('class') ?? '')?.[1]
    if (language && /^[\w+#.-]{1,30}$/.test(language))
      return plain.has(language) ? '' : language.toLowerCase()
  }
  return ''
}

/** Escapes a text as HTML. */
export function toPre(text: string): string {
  return `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`
}

/** Code as a Markdown block, with a fence longer than any inside. */
export function fenceCode(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${language}\n${text.replace(/(?<!\n)\n+$/, '')}\n${fence}\n\n`
}
