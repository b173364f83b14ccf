/** The judged collection LISA, abstracts on libraries, which has a format of its own. */
import type { JudgedText, RankingSet } from './ranking-set.ts'

interface CollectionFiles {
  readonly texts: string
  readonly queries: string
  readonly judgments: string
}

/**
 * Judgments are a stream of numbers: a question, how many texts, and these.
 * @returns null for another format
 */
export function parseLisa({ texts, queries, judgments }: CollectionFiles): RankingSet | null {
  if (!/^Document\s+1\s*$/m.test(texts)) return null
  const relevant = new Map<number, readonly number[]>()
  const numbers = judgments.trim().split(/\s+/).map(Number)
  for (let at = 0; at < numbers.length;) {
    const [query = 0, count = 0] = numbers.slice(at, at + 2)
    relevant.set(query, numbers.slice(at + 2, at + 2 + count))
    at += 2 + count
  }
  return {
    texts: toTexts(texts),
    queries: queries.split('#').flatMap(record => {
      const [, number, text = ''] = /^\s*(\d+)\s*\n(.*)/s.exec(record) ?? []
      if (number === undefined) return []
      const places = relevant.get(Number(number)) ?? []
      return [{ text: toLine(text), gains: new Map(places.map(place => [place - 1, 1])) }]
    }),
  }
}

/** Numbers without a text stay empty: judgments name texts by number. */
function toTexts(file: string): JudgedText[] {
  const byNumber = new Map<number, JudgedText>()
  for (const record of file.split(/^\*{20,}\s*$/m)) {
    const [, number, title = '', text = ''] =
      /^\s*Document\s+(\d+)\s*\n(.*?)(?:\n\s*\n(.*))?$/s.exec(record) ?? []
    if (number !== undefined) byNumber.set(Number(number), { title: toLine(title), text: toLine(text) })
  }
  const last = Math.max(0, ...byNumber.keys())
  return Array.from({ length: last }, (_, at) => byNumber.get(at + 1) ?? { title: '', text: '' })
}

/** Everything is in capitals, in which no text of today is. */
function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
