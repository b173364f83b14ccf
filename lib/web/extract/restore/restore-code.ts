import { codeLanguage } from '#lib/web/extract/markdown/code-language.ts'
import { findElements, isElement } from '#lib/web/extract/walk.ts'

/**
 * Gives code its lines as text, without line numbers: extraction of an article would make paragraphs of its line
 * breaks, and a table of its gutter.
 */
export function restoreCode(document: Document): void {
  for (const table of namedElements(document, 'TABLE')) restoreTable(table)
  for (const pre of namedElements(document, 'PRE')) {
    if (isGutter(pre)) pre.remove()
    // Those inside are restored with it.
    else if (!pre.parentElement?.closest('pre')) restorePre(pre)
  }
}

function namedElements(document: Document, name: string): Element[] {
  return findElements(document.documentElement, element => element.tagName === name)
}

const gutterNames =
  /^(?:gl|ln|lnt|num|gutter|rouge-gutter|blob-num|.*(?:line-?(?:no|num|number)s?|hljs-ln-n|linenums?))$/i
const numbers = /^[\s\d.:]*$/
const lineTags = 'pre > code, div, p, li, tr, span.line, span.token-line, span[data-line]'

function restorePre(pre: Element): void {
  for (const element of pre.querySelectorAll('*')) if (isGutter(element)) element.remove()
  for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n')
  for (const line of pre.querySelectorAll(lineTags)) {
    const next = line.nextSibling
    if (next !== null && isElement(next) && line.textContent?.endsWith('\n') === false) line.append('\n')
  }
}

/** Line numbers beside code, and nothing else. */
function isGutter(element: Element): boolean {
  if (element.tagName === 'CODE' || !numbers.test(element.textContent ?? '')) return false
  if (element.hasAttribute('data-line-number')) return true
  return (element.getAttribute('class') ?? '').split(/\s+/).some(name => gutterNames.test(name))
}

/** A table of line numbers and code becomes one block. */
function restoreTable(table: Element): void {
  const isLine = (cells: readonly Element[]): boolean => {
    const [first, second] = cells
    return (
      cells.length === 2 && first !== undefined && second !== undefined && isNumbers(first) && isCode(second)
    )
  }
  // The first row decides for most tables: nested ones would be read once for each outer one.
  const first = table.querySelector('tr')
  if (first === null || !isLine([...first.children])) return
  const parts = [...table.querySelectorAll('tr')].map(row => [...row.children])
  if (!parts.every(isLine)) return
  const text = parts.map(([, code]) => (code === undefined ? '' : linesOf(code))).join('\n')
  if (table.closest('pre') !== null) return table.replaceWith(text)
  const pre = table.ownerDocument.createElement('pre')
  const code = table.ownerDocument.createElement('code')
  const language = codeLanguage(parts[0]?.[1]?.querySelector('pre') ?? table) || codeLanguage(table)
  if (language !== '') code.setAttribute('data-lang', language)
  code.textContent = text
  pre.append(code)
  table.replaceWith(pre)
}

function isNumbers(cell: Element): boolean {
  const text = cell.textContent ?? ''
  if (!numbers.test(text)) return false
  if (isGutter(cell) || [...cell.querySelectorAll('*')].some(isGutter)) return true
  const counted = text.trim().split(/\s+/).map(Number)
  return (
    counted.length > 1 && counted.every((number, at) => at === 0 || number === (counted[at - 1] ?? 0) + 1)
  )
}

function isCode(cell: Element): boolean {
  return (
    cell.querySelector('pre, code') !== null || cell.closest('pre') !== null || /code/i.test(cell.className)
  )
}

function linesOf(cell: Element): string {
  for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith('\n')
  const lines = [...cell.querySelectorAll('div.line')]
  const text = lines.length > 0 ? lines.map(line => line.textContent).join('\n') : (cell.textContent ?? '')
  return text.replace(/^\n|\n$/g, '')
}
