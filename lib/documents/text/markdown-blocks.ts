import type { BlockList, LooseBlock } from '#lib/documents/block-list.ts'

/** Splits Markdown into blocks by its own structure; their text is the original Markdown. */
export function addMarkdown(list: BlockList, text: string, origin: Pick<LooseBlock, 'page'> = {}): void {
  for (const piece of pieces(text)) {
    list.add({ ...origin, ...toBlock(piece) })
  }
}

/**
 * Paragraphs, headings and items; fenced code stays whole, including empty lines. The input is untrusted: no
 * pattern here may backtrack over a line.
 */
function* pieces(text: string): Generator<string> {
  let lines: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const isEmpty = line.trim() === ''
    if (fence !== null) {
      lines.push(line)
      if (!closes(line, fence)) continue
      yield lines.join('\n')
      lines = []
      fence = null
      continue
    }
    const mark = fenceOf(line)
    const isAfterHeading = lines.length === 1 && isHeading(lines[0] ?? '')
    if (lines.length > 0 && (isEmpty || mark !== null || isAfterHeading || isHeading(line) || isItem(line))) {
      yield lines.join('\n')
      lines = []
    }
    if (!isEmpty) lines.push(line)
    fence = mark
  }
  if (lines.length > 0) yield lines.join('\n')
}

function fenceOf(line: string): string | null {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
}

function closes(line: string, fence: string): boolean {
  const mark = fenceOf(line)
  return mark !== null && mark.startsWith(fence) && line.trim() === mark
}

function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}\s/.test(line)
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/.test(line)
}

function toBlock(piece: string): LooseBlock {
  const marks = /^ {0,3}(#{1,6})\s/.exec(piece)
  if (marks !== null) {
    const title = piece.slice(marks[0].length).trim()
    return {
      type: 'heading',
      level: marks[1]?.length ?? 1,
      text: piece.trim(),
      markdown: withoutClosing(title),
    }
  }
  const [, indent = '', marker, body] = /^(\s*)([-*+]|\d{1,9}[.)])\s+(\S[\s\S]*)$/.exec(piece) ?? []
  if (marker !== undefined && body !== undefined) {
    const level = Math.floor(indent.replaceAll('\t', '  ').length / 2)
    return {
      type: 'list_item',
      level,
      marker: /\d/.test(marker) ? marker : '-',
      text: piece.trimEnd(),
      markdown: body,
    }
  }
  const lines = piece.split('\n')
  return toCode(lines) ?? toTable(piece, lines) ?? { type: 'paragraph', text: piece.trimEnd() }
}

/**
 * Removes closing number signs of a heading: a regular expression would take minutes on a line of nothing else.
 */
function withoutClosing(title: string): string {
  let end = title.length
  while (title[end - 1] === '#') end--
  return title.slice(0, end).trimEnd()
}

function toCode(lines: readonly string[]): LooseBlock | null {
  const [first = '', ...rest] = lines
  const fence = fenceOf(first)
  if (fence === null || !closes(rest.at(-1) ?? '', fence)) return null
  const [language = ''] = /^[\w+#.-]*/.exec(first.trim().slice(fence.length).trim()) ?? []
  return { type: 'code', text: rest.slice(0, -1).join('\n'), ...(language !== '' && { language }) }
}

function toTable(text: string, [head = '', rule = '', ...rows]: readonly string[]): LooseBlock | null {
  if (!rule.includes('|') || !cellsOf(rule).every(cell => /^:?-+:?$/.test(cell))) return null
  return { type: 'table', text, rows: [head, ...rows].map(cellsOf) }
}

function cellsOf(line: string): string[] {
  const text = line.trim()
  const end = text.length > 1 && text.endsWith('|') ? -1 : undefined
  return text
    .slice(text.startsWith('|') ? 1 : 0, end)
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))
}
