import { findBase, toWebAddress } from './web-address.ts'

const addresses = [
  ['a[href]', 'href'],
  ['area[href]', 'href'],
  ['img[src]', 'src'],
  ['iframe[src]', 'src'],
  ['video[src]', 'src'],
  ['video[poster]', 'poster'],
  ['audio[src]', 'src'],
  ['source[src]', 'src'],
] as const
const base64Image = /^\s*data:/i
const otherLink = /^\s*(?:mailto|tel):/i

/** Makes every address of the page absolute, and drops those that are no pages, such as `javascript:`. */
export function makeAbsolute(document: Document, url: string, removeBase64Images: boolean): void {
  const given = document.querySelector('base[href]')?.getAttribute('href')
  const base = typeof given === 'string' ? findBase(given, url) : url
  for (const element of document.querySelectorAll('base')) element.remove()
  for (const [selector, name] of addresses) {
    for (const element of document.querySelectorAll(selector)) {
      const text = element.getAttribute(name) ?? ''
      if (name === 'href' && otherLink.test(text)) continue
      if (selector === 'img[src]' && base64Image.test(text)) {
        if (removeBase64Images) replaceByText(element)
        continue
      }
      const address = toWebAddress(text, base)
      if (address === null) element.removeAttribute(name)
      else element.setAttribute(name, address)
    }
  }
  // Its one best address stands in `src`; the others would stay relative.
  for (const element of document.querySelectorAll('[srcset]')) element.removeAttribute('srcset')
}

function replaceByText(image: Element): void {
  const text = image.getAttribute('alt')?.trim() ?? ''
  if (text === '') return image.remove()
  image.replaceWith(image.ownerDocument.createTextNode(text))
}
