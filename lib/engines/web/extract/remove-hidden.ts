import { hiddenSelectors } from './hidden-rules.ts'
import { hidesText } from './hidden-style.ts'
import { createMatcher } from './simple-selectors.ts'
import { isElement, walk } from './walk.ts'

const never: ReadonlySet<string> = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT SVG CANVAS OBJECT EMBED APPLET'.split(' '),
)
const neverInBody: ReadonlySet<string> = new Set(['LINK', 'META', 'TITLE'])
// A page that fades in begins transparent, and images are shown when they are loaded.
const kept: ReadonlySet<string> = new Set(['HTML', 'BODY', 'IMG', 'PICTURE', 'MAIN'])
const commentNode = 8

/** Takes out what a reader of the page does not see. */
export function removeHidden(document: Document): void {
  const ruled = readRuled(document)
  const { body, documentElement } = document
  walk(documentElement, node => {
    if (node.nodeType === commentNode || (isElement(node) && isHidden(node))) node.remove()
  })
  walk(body, node => {
    if (neverInBody.has(node.nodeName)) node.remove()
  })
  removeRuled(document, ruled)
}

function isHidden(element: Element): boolean {
  const name = element.nodeName.toUpperCase()
  if (kept.has(name)) return false
  if (never.has(name) || element.hasAttribute('hidden')) return true
  if (element.getAttribute('aria-hidden') === 'true') return true
  if (name === 'DIALOG' && !element.hasAttribute('open')) return true
  const style = element.getAttribute('style')
  return style !== null && hidesText(style)
}

function readRuled(document: Document): string[] {
  const styles = document.querySelectorAll('style:not([media]), style[media="all"], style[media="screen"]')
  return hiddenSelectors([...styles].map(element => element.textContent ?? ''))
}

/** What the rules of the page hide; not most of it, which its scripts will show. */
function removeRuled(document: Document, selectors: readonly string[]): void {
  if (selectors.length === 0) return
  const shownMin = (document.body.textContent?.length ?? 0) / 2
  const matches = createMatcher(selectors)
  walk(document.body, node => {
    if (!isElement(node) || kept.has(node.tagName) || !matches(node) || isShownByItself(node)) return
    if ((node.textContent?.length ?? 0) < shownMin) node.remove()
  })
}

// Its own style outweighs those of the page.
function isShownByItself(element: Element): boolean {
  return /display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*[1-9.]/i.test(
    element.getAttribute('style') ?? '',
  )
}
