const pieceChars = 16_384

/**
 * Splits a long text, at white space if possible: there is no need to tokenize 30 MB to learn that they exceed
 * 512 tokens.
 */
export function* toPieces(text: string, chars = pieceChars): Generator<string, void> {
  let start = 0
  while (text.length - start > chars) {
    const end = findEnd(text, start, start + chars)
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

function findEnd(text: string, start: number, limit: number): number {
  for (let end = limit; end > start; end -= 1) if (/\s/.test(text.charAt(end))) return end
  // Never between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}
