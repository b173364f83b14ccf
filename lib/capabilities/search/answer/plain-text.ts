/**
 * The words of a Markdown text, without markup, images and link URLs; line breaks stay. Page text is
 * untrusted: image marks are removed even in text, and every pattern is bounded or unambiguous to avoid
 * backtracking.
 */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replace(/!\\?\[([^[\]\n]{0,500}?)\\?\]\([^)[\n]{0,2000}\)/g, '$1')
    .replace(/(?<!\\)\[([^[\]\n]{0,500})(?<!\\)\]\([^)[\n]{0,2000}\)/g, '$1')
    .replace(heading, (_, text: string) => `\n${withoutClosing(text)}\n`)
    .replace(/^[ \t]*\|?(?:[ \t]{0,20}:?-{3,}:?[ \t]{0,20}\|)+[ \t]{0,20}:?-*:?[ \t]*$/gm, '')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells: string) => joinCells(cells))
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/^[ \t]*[-*+][ \t]+(?=\S)/gm, '')
    .replace(/(\*\*|__)(?=\S)([^\n]{0,200}?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}\\*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}])/gu, '$1')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The headings of a Markdown text as plain text. */
export function headingsOf(markdown: string): string[] {
  return Array.from(markdown.matchAll(heading), ([, text = '']) => toPlainText(withoutClosing(text))).filter(
    Boolean,
  )
}

const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/gm

/** Also without the number signs that may close a heading. */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end--
  return text.slice(0, end).trimEnd()
}

function joinCells(cells: string): string {
  return cells
    .split('|')
    .map(cell => cell.trim())
    .join(' · ')
}
