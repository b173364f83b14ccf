// Words that stand in every text; without them a question would be answered by any other question.
const functionWords = new Set(
  'a an and are as at be been by can could did do does for from had has have how i if in into is it its may me my no not of on or our shall should so than that the their them then there these they this to us was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
)

/**
 * The words of a text that tell what it is about: lower case, without accents and plural s, at most `max` of them.
 * Where there are only function words, these.
 */
export function toWords(text: string, max: number): string[] {
  const words: string[] = []
  const all: string[] = []
  for (const [word] of text
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (all.length >= max) break
    const plain = word.replace(/\p{M}/gu, '')
    all.push(plain)
    if (!functionWords.has(plain)) words.push(toSingular(plain))
  }
  return words.length > 0 ? words : all
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
