import { findBase, toWebAddress } from './web-address.ts'
import { isElement, walk } from './walk.ts'

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

/** Makes every address of the page absolute, and drops those that are no pages, such as `javascript:`. */
export function makeAbsolute(document: Document, url: string, removeBase64Images: boolean): void {
  const given = document.querySelector('base[href]')?.getAttribute('href')
  const base = typeof given === 'string' ? findBase(given, url) : url
  walk(document.documentElement, node => {
    if (!isElement(node)) return
    if (node.tagName === 'BASE') return node.remove()
    // Its one best address stands in `src`; the others would stay relative.
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
