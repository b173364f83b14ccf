/** A table of GitHub's Markdown; the first row is its header. Line ends in cells become `<br>`. */
export function toMarkdownTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(1, ...rows.map(row => row.length))
  const lines = rows.map(
    row => `| ${Array.from({ length: columns }, (_, at) => toCell(row[at] ?? '')).join(' | ')} |`,
  )
  const [header = '', ...rest] = lines
  return [header, `|${' --- |'.repeat(columns)}`, ...rest].join('\n')
}

function toCell(text: string): string {
  return text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('<', '\\<')
    .replaceAll(/\s*\n\s*/g, '<br>')
}
