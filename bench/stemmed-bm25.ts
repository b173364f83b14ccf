import { porterStem } from './porter-stem.ts'

const saturation = 1.2
const lengthWeight = 0.75

// Function words, without which questions match better: the baseline is the better one of both.
const functionWords = new Set(
  'a an and are as at be been by can could did do does for from had has have how i if in into is it its may me my no not of on or our shall should so than that the their them then there these they this to us was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
)

/** Ranks texts by BM25 over Porter stems without function words: what a text search of today does at least. */
export function createStemmedBm25(texts: readonly string[]): (query: string) => readonly number[] {
  const documents = texts.map(text => {
    const stems = toStems(text)
    const counts = new Map<string, number>()
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    return { counts, length: stems.length }
  })
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  return query => {
    const weights = [...new Set(toStems(query))].map(stem => {
      const holders = documents.filter(({ counts }) => counts.has(stem)).length
      return { stem, weight: Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5)) }
    })
    return documents
      .map(({ counts, length }, index) => {
        const dampening = saturation * (1 - lengthWeight + (lengthWeight * length) / meanLength)
        const score = weights.reduce((sum, { stem, weight }) => {
          const times = counts.get(stem) ?? 0
          return sum + (weight * times * (saturation + 1)) / (times + dampening)
        }, 0)
        return { index, score }
      })
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ index }) => index)
  }
}

function toStems(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter(word => !functionWords.has(word))
    .map(porterStem)
}
