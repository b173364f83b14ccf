import { splitWords } from './split-words.ts'

/** A segment of a text. */
export interface MarkedPart {
  readonly text: string
  /** A query term. */
  readonly marked: boolean
}

// Common terms of questions: highlighting them would hide the others.
const common: ReadonlySet<string> = new Set(
  'a an and are as at be by can could do does for from has have how i in is it my of on or should that the their there this to was what when where which who why will with without would you your'.split(
    ' ',
  ),
)

/** The query terms worth highlighting; all of them if none is informative. */
export function queryWords(query: string): ReadonlySet<string> {
  const all = splitWords(query).map(({ word }) => word)
  const informative = all.filter(word => !common.has(word))
  return new Set(informative.length > 0 ? informative : all)
}

/** A text split into highlighted and other segments. */
export function markWords(text: string, words: ReadonlySet<string>): readonly MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  for (const { word, start, end } of splitWords(text)) {
    // Character pairs overlap in scripts without spaces.
    if (!words.has(word) || end <= at) continue
    const from = Math.max(start, at)
    if (from > at) parts.push({ text: text.slice(at, from), marked: false })
    parts.push({ text: text.slice(from, end), marked: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false })
  return parts
}
