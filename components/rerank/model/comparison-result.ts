import type { Run } from '#lib/client/run.ts'
import type { ComparisonState } from './comparison-state.ts'
import {
  readQuestion,
  toKeywordColumn,
  toModelColumn,
  type Question,
  type RankedColumn,
} from './ranked-column.ts'

/** The displayed result: one query, and the orders of its documents. */
export interface ComparisonResult {
  readonly question: Question
  readonly columns: readonly RankedColumn[]
}

/**
 * Reads the runs of a comparison. During a run, its column keeps the previous order of the same documents.
 * @returns null before the first run
 */
export function readComparisonResult({
  runs,
  before,
  keywords,
}: Pick<ComparisonState, 'runs' | 'before'> & { readonly keywords: boolean }): ComparisonResult | null {
  const [first] = runs
  if (first === undefined) return null
  const question = readQuestion(first)
  const count = question.documents.length
  const columns = runs.map((run, index) => {
    const shown = run.state === 'running' ? findEarlier(before[index], question) : null
    return { ...toModelColumn(`model-${index}`, shown ?? run, count), run }
  })
  return { question, columns: keywords ? [...columns, toKeywordColumn(question)] : columns }
}

function findEarlier(run: Run | undefined, { documents }: Question): Run | null {
  if (run === undefined) return null
  const earlier = readQuestion(run).documents
  const same = earlier.length === documents.length && earlier.every((text, at) => text === documents[at])
  return same ? run : null
}
