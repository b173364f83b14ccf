// What would begin a heading, quote, list, table, rule or fence at the start of a line.
const lineStart = /^([ \t]*)(?=#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|\||```|~~~|={3,}[ \t]*$|-{3,}[ \t]*$)/gm
const numberStart = /^([ \t]*\d{1,9})([.)])(?=[ \t]|$)/gm
// What would begin a tag, a link, or emphasis: white space on one side only.
const inside = /[<\\`](?=\S)|\[(?=[^\]\n]*\]\()|(?<=^|[\s(])[*_]{1,3}(?=\S)/gm

/** Plain text as Markdown that shows it unchanged. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(inside, mark => mark.replaceAll(/./g, '\\$&'))
    .replaceAll(lineStart, '$1\\')
    .replaceAll(numberStart, '$1\\$2')
}
