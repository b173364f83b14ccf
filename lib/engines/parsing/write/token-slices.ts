const sliceLength = 16_384
// A run of 20,000 equal characters takes a tokenizer quadratic time, be it of letters, spaces or signs.
const longRun = /\p{L}{1000}|\s{1000}|[^\p{L}\p{N}\s]{1000}/u
const longRuns = new RegExp(longRun, 'gu')

/** A text in pieces that a tokenizer reads quickly, cut at white space where there is any; no character is cut in two. */
export function* tokenSlices(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.length - at <= sliceLength ? text.length : findEnd(text, at)
    const slice = at === 0 && end === text.length ? text : text.slice(at, end)
    if (longRun.test(slice)) yield* withoutLongRuns(slice)
    else yield slice
  }
}

function findEnd(text: string, start: number): number {
  const limit = start + sliceLength
  for (let end = limit; end > start; end--) if (/\s/.test(text.charAt(end))) return end
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}

function* withoutLongRuns(slice: string): Generator<string> {
  let from = 0
  for (const { 0: run, index } of slice.matchAll(longRuns)) {
    yield slice.slice(from, index + run.length)
    from = index + run.length
  }
  if (from < slice.length) yield slice.slice(from)
}
