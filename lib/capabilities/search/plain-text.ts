/** The words of a Markdown text: marks, images and addresses of links are left out, lines stay. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replace(/!\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '\n$1\n')
    .replace(/^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*:?-*:?[ \t]*$/gm, '')
    .replace(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells: string) => joinCells(cells))
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/^[ \t]*[-*+][ \t]+(?=\S)/gm, '')
    .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}\\*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}])/gu, '$1')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The headings of a Markdown text, as they read. */
export function headingsOf(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/gm), ([, heading = '']) =>
    toPlainText(heading),
  )
}

function joinCells(cells: string): string {
  return cells
    .split('|')
    .map(cell => cell.trim())
    .join(' · ')
}
