import type { BlockList, LooseBlock } from '#lib/engines/parsing/block-list.ts'

/** Writes Markdown as blocks, cut where its own structure cuts it; their text is the Markdown as it stands there. */
export function addMarkdown(list: BlockList, text: string, place: Pick<LooseBlock, 'page'> = {}): void {
  for (const piece of pieces(text)) {
    list.add({ ...place, ...toBlock(piece) })
  }
}

/** Paragraphs, headings and items; fenced code stays whole, empty lines and all. */
function* pieces(text: string): Generator<string> {
  let lines: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark: string | null = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    const starts = fence === null && (mark !== null || /^ {0,3}#{1,6}\s/.test(line) || isItem(line))
    const heading = lines.length === 1 && /^ {0,3}#{1,6}\s/.test(lines[0] ?? '')
    if (fence === null && (line.trim() === '' || starts || heading)) {
      yield lines.join('\n')
      lines = []
    }
    if (fence !== null || line.trim() !== '') lines.push(line)
    if (fence === null) fence = mark
    else if (mark?.startsWith(fence) === true && line.trim() === mark) {
      yield lines.join('\n')
      lines = []
      fence = null
    }
  }
  yield lines.join('\n')
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/.test(line)
}

function toBlock(piece: string): LooseBlock {
  const [, marks, title] = /^ {0,3}(#{1,6})\s+(.*)$/.exec(piece) ?? []
  if (marks !== undefined && title !== undefined) {
    return { type: 'heading', level: marks.length, text: piece.trim(), markdown: withoutClosing(title) }
  }
  const [, language, code] =
    /^ {0,3}(?:`{3,}|~{3,})\s*([\w+#.-]*)[^\n]*\n([\s\S]*?)\n? {0,3}(?:`{3,}|~{3,})\s*$/.exec(piece) ?? []
  if (code !== undefined)
    return {
      type: 'code',
      text: code,
      ...(language !== '' && language !== undefined && { language }),
    }
  const [, indent = '', marker, body] = /^(\s*)([-*+]|\d{1,9}[.)])\s+([\s\S]*)$/.exec(piece) ?? []
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
  const rows = tableRows(piece)
  if (rows !== null) return { type: 'table', text: piece, rows }
  return { type: 'paragraph', text: piece.trimEnd() }
}

/** Without the number signs that may end a heading: a pattern for them would read a line of nothing else for minutes. */
function withoutClosing(title: string): string {
  const text = title.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end--
  return text.slice(0, end).trimEnd()
}

function tableRows(piece: string): string[][] | null {
  const lines = piece.split('\n')
  const [, rule = ''] = lines
  if (!/^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(rule) || !rule.includes('|')) return null
  const cells = (line: string): string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim().replaceAll('\\|', '|'))
  return [lines[0] ?? '', ...lines.slice(2)].map(cells)
}
