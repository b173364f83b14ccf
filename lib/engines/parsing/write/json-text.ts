const sliceLength = 256 * 1024

/** A text as JSON, slice by slice: a large one is never in memory twice. */
export function* toJsonText(text: string): Generator<string> {
  if (text.length <= sliceLength) return yield JSON.stringify(text)
  yield '"'
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(text.length, at + sliceLength)
    // Half a character would be written as an escape of its own.
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
  }
  yield '"'
}
