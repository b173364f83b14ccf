import type {
  SearchBackendReport,
  SearchImage,
  SearchOrigin,
  SearchSource,
  SearchStep,
  SearchVideo,
} from '#lib/contracts/api/search/search.ts'

/** What a search has brought so far. Null: not told, or not yet. */
export interface FoundAnswer {
  /** Markdown; `[n]` is the n-th source. */
  readonly content: string
  readonly sources: readonly SearchSource[] | null
  readonly images: readonly SearchImage[]
  readonly videos: readonly SearchVideo[]
  readonly suggestions: readonly string[]
  /** In the order in which they ended. */
  readonly steps: readonly SearchStep[]
  /** What was searched for; empty: nothing was. */
  readonly query: string | null
  /** In the order of `sources`. */
  readonly origins: readonly SearchOrigin[]
  readonly backends: readonly SearchBackendReport[] | null
  readonly deadlineMs: number | null
  readonly finish: string | null
}

export const nothingFound: FoundAnswer = {
  content: '',
  sources: null,
  images: [],
  videos: [],
  suggestions: [],
  steps: [],
  query: null,
  origins: [],
  backends: null,
  deadlineMs: null,
  finish: null,
}
