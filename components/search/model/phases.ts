import { formatCount, formatCountOf } from '#lib/client/format.ts'
import type { SearchStepName } from '#lib/contracts/api/search/search.ts'
import type { FoundAnswer } from './evidence/found-answer.ts'

/** One step of a search on its time line. */
export interface Phase {
  readonly name: string
  /** Since the request was sent. */
  readonly startMs: number
  readonly ms: number
  /** Its result in a few words; null: none reported. */
  readonly result: string | null
}

/** The steps of a search on one time line, in order of their start. */
export function toPhases(found: FoundAnswer): readonly Phase[] {
  const ends = endsOf(found)
  const phases: Phase[] = []
  let nextStartMs = Infinity
  // From the last to the first: events may arrive together, but a step ends before the next one starts.
  for (const [index, { name, ms }] of [...found.steps.entries()].toReversed()) {
    const endMs = Math.min(ends[index] ?? 0, name === beside ? Infinity : nextStartMs)
    const startMs = Math.max(0, endMs - ms)
    phases.unshift({ name, startMs, ms, result: resultOf(found, index) })
    if (name !== beside) nextStartMs = startMs
  }
  const searchMs = phases.find(({ name }) => name === 'search')?.startMs
  return phases
    .map(phase => (phase.name === beside && searchMs !== undefined ? { ...phase, startMs: searchMs } : phase))
    .toSorted((one, other) => one.startMs - other.startMs)
}

// Runs beside the search, and is reported after the answer.
const beside = 'media'

/** Ends of the steps; a response without events has durations only: its steps follow each other. */
function endsOf({ steps, stepEnds }: FoundAnswer): readonly number[] {
  let endedMs = 0
  return steps.map(({ name, ms }, index) => {
    const endMs = stepEnds[index] ?? endedMs + ms
    if (name !== beside) endedMs = Math.max(endedMs, endMs)
    return endMs
  })
}

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

function resultOf(found: FoundAnswer, index: number): string | null {
  const step = found.steps[index]
  const note = step?.note?.replace(/\.$/, '') ?? null
  switch (step?.name) {
    case 'search':
      return note ?? formatHits(found)
    case 'answer':
      return note ?? (step.tokens === undefined ? null : `${formatCount(step.tokens)} tokens in all`)
    case 'rank':
      return note ?? (found.sources === null ? null : formatCountOf(found.sources.length, 'source'))
    case 'media': {
      const count = found.images.length + found.videos.length
      return note ?? (count === 0 ? null : `${count} found`)
    }
    case 'suggestions':
      return note ?? (found.suggestions.length === 0 ? null : `${found.suggestions.length} found`)
    case 'rewrite':
    case 'read':
    case undefined:
      return note
  }
}

function formatHits({ backends }: FoundAnswer): string | null {
  if (backends === null || backends.length === 0) return null
  const hits = backends.reduce((sum, backend) => sum + (backend.hits ?? 0), 0)
  return `${formatCountOf(hits, 'result')}, ${formatCountOf(backends.length, 'backend')}`
}
