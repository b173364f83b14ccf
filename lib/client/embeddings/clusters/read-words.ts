const charactersMax = 2_000
// Of what is longer, nobody learns what a text is about: keys, addresses, one letter held down.
const wordLengthMax = 40
// Scripts that put no spaces between words.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in lower case, three letters to forty; from two where words are not parted by spaces. */
export function readWords(text: string): string[] {
  const lower = text.slice(0, charactersMax).toLowerCase()
  if (unspaced.test(lower)) {
    return Array.from(segmenter.segment(lower))
      .filter(({ segment, isWordLike }) => isWordLike === true && segment.length > 1)
      .map(({ segment }) => segment)
  }
  const words = lower.match(/\p{L}[\p{L}\p{M}\p{N}'’-]*[\p{L}\p{M}\p{N}]{2,}/gu) ?? []
  return words.filter(word => word.length <= wordLengthMax)
}
