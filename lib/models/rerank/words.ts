import { letOthersRun } from '#lib/models/onnx/let-others-run.ts'
import { toPieces } from '#lib/models/onnx/text-pieces.ts'

// Words that stand in every text; without them a question would be answered by any other question.
const functionWords = new Set(
  'a an and are as at be been by can could did do does for from had has have how i if in into is it its may me my no not of on or our shall should so than that the their them then there these they this to us was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
)

/**
 * The words of a text that tell what it is about: lower case, without accents and plural s. Where there are only
 * function words, these.
 * @param max how many words are read, function words among them
 */
export async function readWords(text: string, max: number): Promise<string[]> {
  const all: string[] = []
  for (const piece of toPieces(text)) {
    if (all.length >= max) break
    await letOthersRun()
    all.push(...plainWords(piece, max - all.length))
  }
  const telling = all.filter(word => !functionWords.has(word)).map(toSingular)
  return telling.length > 0 ? telling : all
}

function plainWords(text: string, max: number): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)
    .take(max)
    .map(([word]) => word.replace(/\p{M}/gu, ''))
    .toArray()
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
