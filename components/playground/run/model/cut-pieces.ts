const pieceLength = 24_000

/**
 * Splits a long text into pieces that can be rendered one by one: at a blank line outside of code if
 * possible, otherwise at a line end, and within a line only when it is longer than a piece. Joined, they are
 * the text.
 */
export function cutPieces(text: string, length: number = pieceLength): readonly string[] {
  if (text.length <= length) return text === '' ? [] : [text]
  const pieces: string[] = []
  let start = 0
  let lineStart = 0
  let fence: string | null = null
  while (lineStart < text.length) {
    const found = text.indexOf('\n', lineStart)
    const lineEnd = found === -1 ? text.length : found + 1
    const marks = /^ {0,3}(```+|~~~+)/.exec(text.slice(lineStart, Math.min(lineEnd, lineStart + 80)))?.[1]
    if (marks !== undefined) fence = nextFence(fence, marks)
    const isBreak = fence === null && text.slice(lineStart, lineEnd).trim() === ''
    // A code block may be three pieces long before it is cut.
    const most = fence === null ? 2 * length : 3 * length
    while (lineEnd - start > most) {
      const end = lineStart > start ? lineStart : endWithin(text, start + length)
      pieces.push(text.slice(start, end))
      start = end
    }
    if (isBreak && lineEnd - start >= length) {
      pieces.push(text.slice(start, lineEnd))
      start = lineEnd
    }
    lineStart = lineEnd
  }
  if (start < text.length) pieces.push(text.slice(start))
  return pieces
}

/** Never inside a surrogate pair. */
function endWithin(text: string, end: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end
}

function nextFence(open: string | null, marks: string): string | null {
  if (open === null) return marks
  return marks.startsWith(open) ? null : open
}
