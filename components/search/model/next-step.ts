import type { SearchStepName } from '#lib/contracts/api/search/search.ts'
import type { FoundAnswer } from './evidence/found-answer.ts'

const order: readonly SearchStepName[] = ['rewrite', 'search', 'rank', 'read', 'answer', 'suggestions']

/** The active step of a running search; null when unknown. */
export function nextStep({ steps, content, finish }: FoundAnswer): SearchStepName | null {
  if (finish !== null) return null
  const done = new Set(steps.map(({ name }) => name))
  // Text comes from the answer step, whichever steps were skipped before it.
  if (content !== '' && !done.has('answer')) return 'answer'
  const last = order.findLastIndex(name => done.has(name))
  return order[last + 1] ?? null
}
