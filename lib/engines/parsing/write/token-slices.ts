const sliceLength = 16_384
// A run of 20,000 equal characters takes a tokenizer quadratic time, be it of letters, spaces or signs; 1000 take 25 ms.
const runMax = 250
// Looked for where a run begins alone, since each of its characters would be a beginning.
const longRun = /(?<!\p{L})\p{L}{250}|(?<!\s)\s{250}|(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]{250}/u
const runs = /\p{L}+|\s+|[^\p{L}\p{N}\s]+/gu

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
  for (const { 0: run, index } of slice.matchAll(runs)) {
    for (let end = index + runMax; end <= index + run.length; end += runMax) {
      // Half a character would count as another one.
      const cut = /[\uD800-\uDBFF]/.test(slice.charAt(end - 1)) ? end - 1 : end
      yield slice.slice(from, cut)
      from = cut
    }
  }
  if (from < slice.length) yield slice.slice(from)
}
