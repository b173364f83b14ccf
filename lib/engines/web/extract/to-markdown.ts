import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { codeLanguage } from './code-language.ts'
import { fenceCode } from './fence-code.ts'

/**
 * HTML as Markdown. It is read from a text again by turndown's own parser: with linkedom's nodes all tables were lost.
 */
export function toMarkdown(html: string): string {
  return service
    .turndown(html)
    .replace(/(?<![ \t])[ \t]+$/gm, keepBreak)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// Two spaces at the end are a line break.
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

const service = createService()

function textOf(node: Node): string {
  if (node.nodeName === 'BR') return '\n'
  if (node.nodeType === 3) return node.nodeValue ?? ''
  return Array.from(node.childNodes).map(textOf).join('')
}

/** Each level is set in by the width of its mark, which is what makes it one. */
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

/** A card of headings and paragraphs inside a link becomes one line: a link cannot hold blocks. */
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
