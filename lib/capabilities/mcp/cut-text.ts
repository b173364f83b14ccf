export interface TextSlice {
  readonly text: string
  /** First character that is left out; null: the slice reaches the end. */
  readonly next: number | null
}

/** The part of a text from a character on, cut after a paragraph, a line or a word. */
export function cutText(text: string, from: number, charsMax: number): TextSlice {
  const start = splitsPair(text, from) ? from + 1 : from
  if (text.length - start <= charsMax) return { text: text.slice(start), next: null }
  const next = findBreak(text, start, start + charsMax)
  return { text: text.slice(start, next), next }
}

const separators = ['\n\n', '\n', ' ']

// A paragraph that fills more than half of the slice is cut in the middle.
function findBreak(text: string, start: number, end: number): number {
  for (const separator of separators) {
    const at = text.lastIndexOf(separator, end - separator.length)
    if (at >= start + (end - start) / 2) return at + separator.length
  }
  return splitsPair(text, end) ? end - 1 : end
}

function splitsPair(text: string, at: number): boolean {
  return (
    at > 0 &&
    /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) &&
    /[\uD800-\uDBFF]$/.test(text.slice(at - 1, at))
  )
}
