import type Database from 'better-sqlite3'

const shareMax = 0.2
const chunksMin = 500

const leastWords = 3

/**
 * Leaves out the words that stand in so many chunks that they tell nothing, and would take most of the time; where all
 * do, the rarest of them are kept.
 */
export function createTellingWords(
  connection: Database.Database,
): (words: readonly string[]) => readonly string[] {
  connection.exec(`create virtual table temp.library_vocabulary using fts5vocab (main, library_words, 'row')`)
  const frequency = connection
    .prepare<[string], number>('select doc from temp.library_vocabulary where term = ?')
    .pluck()
  // Of all teams, and those that are gone count: good enough to tell what is frequent.
  const last = connection.prepare<[], number | null>('select max(id) from library_chunks').pluck()

  return words => {
    const countMax = Math.max(chunksMin, shareMax * (last.get() ?? 0))
    const counted = words
      .map(word => ({ word, count: frequency.get(word) ?? 0 }))
      .toSorted((one, other) => one.count - other.count)
    const telling = counted.filter(({ count }) => count <= countMax)
    const kept = telling.length === 0 ? counted.slice(0, leastWords) : telling
    return kept.map(({ word }) => word)
  }
}
