/** The words of a Markdown text: marks, images and addresses of links are left out, lines stay. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    .replace(/!\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/^\s{0,3}#{1,6}\s+(.*?)\s*#*$/gm, '$1')
    .replace(/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm, '')
    .replace(/^\s*\|(.*)\|\s*$/gm, (_, cells: string) =>
      cells
        .split('|')
        .map(cell => cell.trim())
        .join(' · '),
    )
    .replace(/^\s*(?:>\s?)+/gm, '')
    .replace(/^\s*[-*+]\s+(?=\S)/gm, '')
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
  return Array.from(markdown.matchAll(/^\s{0,3}#{1,6}\s+(.+?)\s*#*$/gm), ([, heading = '']) =>
    toPlainText(heading),
  )
}
