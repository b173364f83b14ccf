import { widthOf } from '#lib/documents/block-list.ts'
import type { Block } from '#lib/documents/blocks.ts'

const headingLevelMax = 6
// From the first space on: each one would search the rest of a long run.
const lineBreaks = /(?<!\s)\s*\n\s*/g
const wideBulletMarks = /^\d{1,9}[.)]$/

/** A block as Markdown. Its words are those of its text: only markup is added. */
export function toMarkdown(block: Block): string {
  switch (block.type) {
    case 'heading': {
      const level = Math.min(headingLevelMax, Math.max(1, block.level ?? 1))
      return `${'#'.repeat(level)} ${inline(block).replaceAll(lineBreaks, ' ')}`
    }
    case 'list_item':
      return toItem(block)
    case 'table':
      return block.rows === undefined ? inline(block) : toMarkdownTable(block.rows, block.markdownRows)
    case 'code':
      return toFence(block)
    case 'paragraph':
    case 'image':
    case 'field':
      return inline(block)
    case 'note':
      return toNote(block)
  }
}

function inline({ text, markdown }: Block): string {
  return markdown ?? escapeMarkdown(text)
}

function toItem(block: Block): string {
  const { text, markdown, marker = '' } = block
  const own = text.startsWith(marker) ? text.slice(marker.length).trimStart() : text
  const numbered = wideBulletMarks.test(marker)
  const words = markdown ?? escapeMarkdown(own)
  // Letters and roman numerals are not Markdown list markers: they stay in the text.
  const body = numbered || isBullet(marker) ? words : `${escapeMarkdown(marker)} ${words}`
  const indent = '    '.repeat(Math.max(0, block.level ?? 0))
  const mark = numbered ? marker : '-'
  return `${indent}${mark} ${body.replaceAll('\n', `\n${indent}    `)}`
}

/** A note that nothing refers to would not be displayed. */
function toNote(block: Block): string {
  const text = inline(block)
  return block.marker === undefined ? text : `${block.marker}: ${text.replaceAll('\n', '\n    ')}`
}

function isBullet(marker: string): boolean {
  return !/[\p{L}\p{N}]/u.test(marker)
}

function toFence({ text, language = '' }: Block): string {
  const longest = (text.match(/`+/g) ?? []).reduce((max, run) => Math.max(max, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

// Characters that would begin a heading, quote, list, table, rule or fence at the start of a line.
const lineStart = /^([ \t]*)(?=#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|\||```|~~~|={3,}[ \t]*$|-{3,}[ \t]*$)/gm
const numberStart = /^([ \t]*\d{1,9})([.)])(?=[ \t]|$)/gm
// Characters that would begin a tag, a link, or emphasis: white space on one side only.
const inside = /[<\\`](?=\S)|\[(?=[^\]\n]{0,300}\]\()|(?<=^|[\s(])[*_]{1,3}(?=\S)/gm

/** Escapes plain text so that Markdown displays it unchanged. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(inside, mark => mark.replaceAll(/./g, '\\$&'))
    .replaceAll(lineStart, '$1\\')
    .replaceAll(numberStart, '$1\\$2')
}

/** A GitHub Markdown table; the first row is its header. Line breaks in cells become `<br>`. */
function toMarkdownTable(rows: readonly (readonly string[])[], rich: Block['markdownRows'] = []): string {
  const columns = Math.max(1, widthOf(rows))
  const lines = rows.map(
    (row, down) =>
      `| ${Array.from({ length: columns }, (_, at) => toRichCell(rich[down]?.[at]) ?? toCell(row[at] ?? '')).join(' | ')} |`,
  )
  const [header = '', ...rest] = lines
  return [header, `|${' --- |'.repeat(columns)}`, ...rest].join('\n')
}

/** A cell that is Markdown already. */
function toRichCell(markdown: string | undefined): string | null {
  return markdown === undefined
    ? null
    : markdown
        .trim()
        .replaceAll(/(?<!\\)\|/g, '\\|')
        .replaceAll(lineBreaks, '<br>')
}

function toCell(text: string): string {
  return text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '\\<')
    .replaceAll(lineBreaks, '<br>')
}
