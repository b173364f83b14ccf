const sliceLength = 16_384
// A run of 20,000 equal characters takes the tokenizer quadratic time, whether letters, spaces or symbols.
const longRuns = /\p{L}{1000}|\s{1000}|[^\p{L}\p{N}\s]{1000}/gu

/** Splits a text into slices that tokenize quickly, without splitting characters. */
export function* textSlices(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(text.length, at + sliceLength)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
    yield* withoutLongRuns(text.slice(at, end))
  }
}

function* withoutLongRuns(slice: string): Generator<string> {
  let from = 0
  for (const { 0: run, index } of slice.matchAll(longRuns)) {
    yield slice.slice(from, index + run.length)
    from = index + run.length
  }
  if (from < slice.length) yield slice.slice(from)
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
