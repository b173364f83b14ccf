import { findElements, isText } from '#lib/web/extract/walk.ts'
import { mathmlToTex } from './mathml-to-tex.ts'

// The outer ones first: each has the formula several times, for screens and for screen readers.
const rendered = [
  '.mwe-math-element',
  '.katex-display',
  '.katex',
  'mjx-container',
  '.MathJax_Display',
  '.MathJax',
  '.MathJax_SVG',
  'math',
]
const pictures = 'img.latex[alt], img.tex[alt], img[class*="math-fallback"][alt]'
const charsMax = 5000
// A formula is longer in MathML than in TeX.
const shownCharsMax = 10 * charsMax
const sourcesMax = 10

/** Replaces each formula by its TeX between dollar signs, once. */
export function restoreMath(document: Document): void {
  // Text of a marked element is not escaped, so that a page must not mark its own.
  for (const element of document.querySelectorAll('[data-math]')) element.removeAttribute('data-math')
  const candidates = findElements(document.documentElement, mayBeMath)
  restoreSources(document, candidates)
  for (const selector of rendered) {
    for (const element of candidates.filter(each => each.matches(selector))) {
      if (element.isConnected) replace(element, readTex(element), isDisplay(element))
    }
  }
  for (const image of candidates.filter(each => each.matches(pictures))) {
    if (image.isConnected) replace(image, image.getAttribute('alt') ?? '', isDisplay(image))
  }
}

function mayBeMath(element: Element): boolean {
  const name = element.localName
  if (name === 'math' || name === 'mjx-container') return true
  if (name === 'script') return (element.getAttribute('type') ?? '').startsWith('math/tex')
  return /katex|math|\b(?:la)?tex\b/i.test(element.getAttribute('class') ?? '')
}

/** The sources that MathJax reads, where it is on the page; what it has rendered from them is before them. */
function restoreSources(document: Document, candidates: readonly Element[]): void {
  const scripts = candidates.filter(each => each.localName === 'script')
  if (scripts.length === 0) return
  const used = document.querySelector('script[src*="mathjax" i]') !== null
  for (const script of scripts) {
    let found = used
    for (let before = script.previousElementSibling; before !== null && isRendered(before);) {
      const outer: Element | null = before.previousElementSibling
      before.remove()
      before = outer
      found = true
    }
    if (found)
      replace(script, script.textContent ?? '', /mode=display/.test(script.getAttribute('type') ?? ''))
  }
}

function isRendered(element: Element): boolean {
  return /^(?:MathJax|mjx)/i.test(element.getAttribute('class') ?? '')
}

function readTex(element: Element): string {
  const math = element.localName === 'math' ? element : element.querySelector('math')
  const source = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? ''
  const shown = shownText(element)
  for (const tex of [source, math?.getAttribute('alttext') ?? '']) {
    if (tex.trim() !== '' && isShown(tex, shown)) return tex
  }
  return math === null ? (element.textContent ?? '') : mathmlToTex(math)
}

function shownText(element: Element): string {
  const sources = [...element.querySelectorAll('annotation, annotation-xml')].map(
    each => each.textContent ?? '',
  )
  const all = element.textContent ?? ''
  const shown = sources.slice(0, sourcesMax).reduce((text, source) => text.replace(source, ''), all)
  return shown.slice(0, shownCharsMax).replace(/\s+/g, '')
}

const commands = /\\(?:begin|end|color|operatorname\*?|mathop)\s*\{[^{}]*\}|\\[a-z]+/gi

/** Whether readers see the words of a source: others are hidden text. */
function isShown(tex: string, shown: string): boolean {
  const words =
    tex
      .slice(0, charsMax)
      .replace(commands, ' ')
      .match(/\p{L}{3,}/gu) ?? []
  return [...new Set(words)].every(word => shown.includes(word))
}

function isDisplay(element: Element): boolean {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('display') ?? ''}`
  if (/katex-display|MathJax_Display|image-display|\bblock\b|\btrue\b/.test(names)) return true
  return element.localName !== 'math' && element.querySelector('math[display="block"]') !== null
}

const styled = /^\{\s*\\(?:display|text)style\s+([\s\S]*)\}$/
const hiding = ['style', 'hidden', 'aria-hidden']

function replace(element: Element, tex: string, display: boolean): void {
  const formula = tex.trim().replace(styled, '$1').replace(/\s+/g, ' ').trim().slice(0, charsMax)
  if (formula === '') return element.remove()
  const span = element.ownerDocument.createElement('span')
  span.setAttribute('data-math', '')
  for (const name of hiding) {
    const value = element.getAttribute(name)
    if (value !== null) span.setAttribute(name, value)
  }
  const mark = display ? '$$' : '$'
  span.textContent = `${mark}${formula}${mark}`
  const [before, after] = [textAt(element.previousSibling), textAt(element.nextSibling)]
  element.replaceWith(span)
  // Beside a letter, a dollar sign is an amount.
  if (/[\p{L}\p{N}]$/u.test(before)) span.before(' ')
  if (/^[\p{L}\p{N}]/u.test(after)) span.after(' ')
}

function textAt(node: Node | null): string {
  return node !== null && isText(node) ? (node.textContent ?? '') : ''
}
