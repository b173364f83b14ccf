import { hiddenSelectors } from './hidden-rules.ts'
import { hidesText } from './hidden-style.ts'

const never =
  'script, style, template, noscript, svg, canvas, object, embed, applet, body link, body meta, body title, [hidden], [aria-hidden="true"], dialog:not([open])'
// A page that fades in begins transparent, and images are shown when they are loaded.
const kept: ReadonlySet<string> = new Set(['HTML', 'BODY', 'IMG', 'PICTURE', 'MAIN'])

/** Takes out what a reader of the page does not see. */
export function removeHidden(document: Document): void {
  const ruled = readRuled(document)
  for (const element of document.querySelectorAll(never)) {
    if (!kept.has(element.tagName)) element.remove()
  }
  for (const element of document.querySelectorAll('[style]')) {
    if (!kept.has(element.tagName) && hidesText(element.getAttribute('style') ?? '')) element.remove()
  }
  removeRuled(document, ruled)
  removeComments(document.documentElement)
}

function readRuled(document: Document): string[] {
  const styles = document.querySelectorAll('style:not([media]), style[media="all"], style[media="screen"]')
  return hiddenSelectors([...styles].map(element => element.textContent ?? ''))
}

/** What the rules of the page hide; not most of it, which its scripts will show. */
function removeRuled(document: Document, selectors: readonly string[]): void {
  if (selectors.length === 0) return
  const shownMin = (document.body.textContent?.length ?? 0) / 2
  for (const element of document.querySelectorAll(selectors.join(', '))) {
    if (kept.has(element.tagName) || isShownByItself(element)) continue
    if ((element.textContent?.length ?? 0) < shownMin) element.remove()
  }
}

// Its own style outweighs those of the page.
function isShownByItself(element: Element): boolean {
  return /display\s*:\s*(?!none)\w|visibility\s*:\s*visible|opacity\s*:\s*[1-9.]/i.test(
    element.getAttribute('style') ?? '',
  )
}

function removeComments(root: Node): void {
  for (const node of Array.from(root.childNodes)) {
    if (node.nodeType === commentNode) root.removeChild(node)
    else removeComments(node)
  }
}

const commentNode = 8
