import TurndownService from 'turndown'
import { isText } from '#lib/web/extract/walk.ts'
import { codeLanguage } from './code-language.ts'
import { fenceCode } from './fence-code.ts'
import { addTables } from './add-tables.ts'

/**
 * Converts HTML to GitHub Flavored Markdown. It is parsed again by turndown's own parser: with linkedom's nodes all
 * tables were lost.
 */
export function toMarkdown(html: string): string {
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

const service = createService()

function createService(): TurndownService {
  const created = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  })
  // As it stands, a `<string>` of the text would be a tag, and no reader would see it.
  created.escape = text => TurndownService.prototype.escape(text).replace(/<(?=[a-z/!?])/gi, '\\<')
  addTables(created)
  created.addRule('code', {
    filter: node => node.nodeName === 'PRE',
    replacement: (_, node) => fenceCode(textOf(node), codeLanguage(node as Element)),
  })
  created.addRule('math', {
    filter: node => node.hasAttribute('data-math'),
    replacement: (_, node) => toMath(node.textContent ?? ''),
  })
  created.addRule('item', {
    filter: 'li',
    replacement: (content, node) => toItem(content, node as Element),
  })
  created.addRule('link', {
    filter: node => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => toLink(content, node as Element),
  })
  created.addRule('deleted', {
    filter: ['del', 's', 'strike' as 's'],
    replacement: content => (content.trim() === '' ? content : `~~${content}~~`),
  })
  created.addRule('script', {
    filter: ['sub', 'sup'],
    replacement: (content, node) => toScript(content, node.nodeName.toLowerCase()),
  })
  created.addRule('term', { filter: 'dt', replacement: toTerm })
  created.addRule('definition', { filter: 'dd', replacement: toDefinition })
  return created
}

function textOf(node: Node): string {
  if (node.nodeName === 'BR') return '\n'
  if (isText(node)) return node.nodeValue ?? ''
  return Array.from(node.childNodes).map(textOf).join('')
}

/** A formula as it is: Markdown would escape it. */
function toMath(formula: string): string {
  return formula.startsWith('$$') ? `\n\n${formula}\n\n` : formula
}

/** Indents each level by its marker width, as Markdown requires. */
function toItem(content: string, item: Element): string {
  const list = item.parentElement
  const mark = list?.nodeName === 'OL' ? `${numberOf(item, list)}. ` : '- '
  const task = item.getAttribute('data-task')
  const text = (task === null ? content : content.replace(/^\s*\\\[[ x]\\\]\s*/, `[${task}] `))
    .replace(/^\n+/, '')
    .trimEnd()
    .replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${text}${item.nextElementSibling === null ? '' : '\n'}`
}

function numberOf(item: Element, list: Element): number {
  const first = Number(list.getAttribute('start') ?? 1)
  return (Number.isInteger(first) ? first : 1) + indexOf(item, list)
}

// Counting the items before each one would take quadratic time.
const indexes = new WeakMap<Element, number>()

function indexOf(item: Element, list: Element): number {
  if (!indexes.has(item)) for (const [at, each] of Array.from(list.children).entries()) indexes.set(each, at)
  return indexes.get(item) ?? 0
}

/** A linked card of headings and paragraphs becomes one line: a link cannot contain blocks, but a heading a link. */
function toLink(content: string, link: Element): string {
  const label = content.includes('\n')
    ? content.replace(/^#{1,6} /gm, '').replace(/(?<!\s)\s*\n\s*/g, ' ')
    : content
  const text = label.trim() || (link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '').trim()
  if (text === '') return ''
  const address = (link.getAttribute('href') ?? '')
    .replace(/[\s()<>]/g, encodeURIComponent)
    .replace(/[()]/g, escapeBracket)
  const heading = /^\s*(#{1,6}) ([^\n]+)\s*$/.exec(content)
  if (heading !== null && address !== '') return `\n\n${heading[1]} [${heading[2]}](${address})\n\n`
  const before = /^\s/.test(content) && link.previousSibling !== null ? ' ' : ''
  const after = /\s$/.test(content) && link.nextSibling !== null ? ' ' : ''
  return address === '' ? label : `${before}[${text}](${address})${after}`
}

function escapeBracket(bracket: string): string {
  return `\\${bracket}`
}

/** Markdown has no syntax for it, but HTML's. The mark of a footnote is a link, and needs none. */
function toScript(content: string, tag: string): string {
  const text = content.trim()
  if (text === '' || /^\\?\[.*[)\]]$/s.test(text) || text.includes('\n')) return content
  return `<${tag}>${text}</${tag}>`
}

function toTerm(content: string): string {
  const term = content.trim()
  if (term === '') return ''
  return `\n\n${/\n|\*\*/.test(term) ? term : `**${term}**`}\n`
}

/** The syntax of most programs; others show the colon. */
function toDefinition(content: string): string {
  const text = content.trim()
  return text === '' ? '' : `\n: ${text.replace(/\n(?=.)/g, '\n  ')}\n`
}
