import { hidesText } from './hidden-style.ts'

const never =
  'script, style, template, noscript, svg, canvas, object, embed, applet, body link, body meta, body title, [hidden], [aria-hidden="true"], dialog:not([open])'
// A page that fades in begins transparent, and images are shown when they are loaded.
const kept: ReadonlySet<string> = new Set(['HTML', 'BODY', 'IMG', 'PICTURE', 'MAIN'])

/** Takes out what a reader of the page does not see. */
export function removeHidden(document: Document): void {
  for (const element of document.querySelectorAll(never)) {
    if (!kept.has(element.tagName)) element.remove()
  }
  for (const element of document.querySelectorAll('[style]')) {
    if (!kept.has(element.tagName) && hidesText(element.getAttribute('style') ?? '')) element.remove()
  }
  removeComments(document.documentElement)
}

function removeComments(root: Node): void {
  for (const node of Array.from(root.childNodes)) {
    if (node.nodeType === commentNode) root.removeChild(node)
    else removeComments(node)
  }
}

const commentNode = 8
