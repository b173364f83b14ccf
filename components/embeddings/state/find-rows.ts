import type { TextRow } from '#lib/client/embeddings/text-row.ts'

/** Rows whose text contains all the words, in any case. */
export function findRows(rows: readonly TextRow[], words: string): readonly number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.flatMap(({ text }, row) => {
    const lower = text.toLowerCase()
    return wanted.every(word => lower.includes(word)) ? [row] : []
  })
}
