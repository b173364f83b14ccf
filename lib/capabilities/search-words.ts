// Scripts without spaces between words.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const letterOrDigit = /[\p{L}\p{M}\p{N}]+/gu
const camelCase = /(\p{Ll}|\p{N})(\p{Lu})/gu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, folded so that spelling, case, accents and a plural s make no difference. */
export function toWords(text: string): string[] {
  const parts = text.normalize('NFKC').replace(camelCase, '$1 $2').match(letterOrDigit) ?? []
  return parts.flatMap(part => (unspaced.test(part) ? toSegments(part) : [part])).map(toStem)
}

/** The same folding without word segmentation. */
export function foldText(text: string): string {
  // Only accents of European scripts: marks of other scripts are letters.
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function toSegments(text: string): string[] {
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment)
}

function toStem(word: string): string {
  const folded = foldText(word)
  return folded.length > 3 && folded.endsWith('s') && !folded.endsWith('ss') ? folded.slice(0, -1) : folded
}

const english = `
a an and are as at be been by can could did do does for from had has have how i if in into is it its may me my
no not of on or our shall should so than that the their them then there these they this to us was we were what
when where which who whom whose why will with would you your
`

/** Words that belong to the grammar of a question, in the folded form of `toWords`. */
export const functionWords: ReadonlySet<string> = new Set(toWords(english))
