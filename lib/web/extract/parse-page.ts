import { parseHTML } from 'linkedom'
import { isElement, isText } from './walk.ts'

const frame = /<\/?(?:html|head|body)(?=[\s/>])[^>]{0,5000}>|<!doctype[^>]{0,500}>/gi

/** The DOM of a page with exactly one body, like a browser's; linkedom keeps the tags as written. */
export function parsePage(html: string): Document {
  const document = parse(html)
  return isWhole(document) ? document : parse(toWhole(html.replace(frame, '')))
}

/** Part of a page as the body of its own page. */
export function parseFragment(html: string): Document {
  return parse(toWhole(html))
}

// HTML has no self-closing scripts, but linkedom reads the rest of the page as one.
const selfClosed = /(<script\s[^<>]{0,2000}?)\/>/gi

function parse(html: string): Document {
  return parseHTML(html.replace(selfClosed, '$1>')).document
}

function toWhole(body: string): string {
  return `<!doctype html><html><head></head><body>${body}</body></html>`
}

function isWhole(document: Document): boolean {
  const elements = [...document.childNodes].filter(node => isElement(node) || isText(node))
  const [root] = elements
  if (elements.length !== 1 || root?.nodeName !== 'HTML') return false
  const inner = [...document.documentElement.children].map(element => element.tagName)
  return inner.join() === 'HEAD,BODY'
}
