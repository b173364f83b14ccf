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
      readonly links: boolean
      readonly failures: readonly BackendFailure[]
    }
  /** Only the library, the links in the question, or both. */
  | {
      readonly kind: 'named'
      readonly library: boolean
      readonly links: boolean
      readonly failures: readonly BackendFailure[]
    }

export function reachOf({
  backends,
  sources,
  origins,
}: Pick<FoundAnswer, 'backends' | 'sources' | 'origins'>): SearchReach {
  const outside = (backends ?? []).filter(({ backend }) => backend !== 'library')
  const failures = outside.flatMap(({ backend, failure }) =>
    failure === undefined ? [] : [{ backend, failure }],
  )
  if (backends === null || sources === null || sources.length === 0) return { kind: 'whole', failures }
  const answered = outside.filter(({ hits }) => hits !== undefined)
  const links = origins.some(({ backend }) => backend === 'link')
  if (answered.length === 0) {
    const library = backends.some(({ backend, hits = 0 }) => backend === 'library' && hits > 0)
    // A focus without backends, as for a greeting, has no library report either.
    return library || links ? { kind: 'named', library, links, failures } : { kind: 'whole', failures }
  }
  const finders = answered.filter(({ hits = 0 }) => hits > 0)
  if (finders.length === 0 || !finders.every(({ keyless }) => keyless)) return { kind: 'whole', failures }
  return { kind: 'keyless', answered: finders.map(({ backend }) => backend), links, failures }
}
