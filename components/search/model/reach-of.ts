import type { FoundAnswer } from './evidence/found-answer.ts'

interface BackendFailure {
  readonly backend: string
  readonly failure: string
}

/** How much of the web was searched for what was found, and which backends failed. */
export type SearchReach =
  /** As much as was asked for; also where nothing is known of it, or nothing was found. */
  | { readonly kind: 'whole'; readonly failures: readonly BackendFailure[] }
  /** Only by these backends, which are built in. */
  | {
      readonly kind: 'keyless'
      readonly answered: readonly string[]
      readonly failures: readonly BackendFailure[]
    }
  | { readonly kind: 'library'; readonly failures: readonly BackendFailure[] }

export function reachOf({ backends, sources }: Pick<FoundAnswer, 'backends' | 'sources'>): SearchReach {
  const outside = (backends ?? []).filter(({ backend }) => backend !== 'library')
  const failures = outside.flatMap(({ backend, failure }) =>
    failure === undefined ? [] : [{ backend, failure }],
  )
  if (backends === null || sources === null || sources.length === 0) return { kind: 'whole', failures }
  const answered = outside.filter(({ hits }) => hits !== undefined)
  // A focus that asks nobody, as a greeting does, leaves no report of the library either.
  if (answered.length === 0) return { kind: backends.length === 0 ? 'whole' : 'library', failures }
  const finders = answered.filter(({ hits = 0 }) => hits > 0)
  if (finders.length === 0 || !finders.every(({ keyless }) => keyless)) return { kind: 'whole', failures }
  return { kind: 'keyless', answered: finders.map(({ backend }) => backend), failures }
}
