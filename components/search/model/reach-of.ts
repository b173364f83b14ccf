import type { FoundAnswer } from './evidence/found-answer.ts'

interface BackendFailure {
  readonly backend: string
  readonly failure: string
}

/** How much of the web was searched, and which backends failed. */
export type SearchReach =
  /** The full requested scope; also when it is unknown, or without results. */
  | { readonly kind: 'whole'; readonly failures: readonly BackendFailure[] }
  /** Only by these built-in backends. */
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
  // A focus without backends, as for a greeting, has no library report either.
  if (answered.length === 0) return { kind: backends.length === 0 ? 'whole' : 'library', failures }
  const finders = answered.filter(({ hits = 0 }) => hits > 0)
  if (finders.length === 0 || !finders.every(({ keyless }) => keyless)) return { kind: 'whole', failures }
  return { kind: 'keyless', answered: finders.map(({ backend }) => backend), failures }
}
