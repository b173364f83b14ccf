const charactersMax = 2_000
// Scripts that put no spaces between words.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in lower case, three letters or more; two where words are not parted by spaces. */
export function readWords(text: string): string[] {
  const lower = text.slice(0, charactersMax).toLowerCase()
  if (unspaced.test(lower)) {
    return Array.from(segmenter.segment(lower))
      .filter(({ segment, isWordLike }) => isWordLike === true && segment.length > 1)
      .map(({ segment }) => segment)
  }
  return lower.match(/\p{L}[\p{L}\p{M}\p{N}'’-]*[\p{L}\p{M}\p{N}]{2,}/gu) ?? []
}
