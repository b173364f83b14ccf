/** A segment of an answer: text, or a citation `[n]`. */
export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cite'; readonly number: number; readonly text: string }

const mark = /\[(\d{1,3})\]/g

/** Splits a text at its citations; one without a source stays text. */
export function splitCites(text: string, sourceCount: number): readonly AnswerPart[] {
  const parts: AnswerPart[] = []
  let at = 0
  for (const match of text.matchAll(mark)) {
    const number = Number(match[1])
    if (number < 1 || number > sourceCount) continue
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    parts.push({ kind: 'cite', number, text: match[0] })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

/** `[1]: https://…` at the beginning of a line would turn every `[1]` of the text into a link to that URL. */
export function withoutDefinitions(markdown: string): string {
  return markdown.replace(/^( {0,3})\[(?=[^\]\n]{1,200}\]:)/gm, '$1\\[')
}
