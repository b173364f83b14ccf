import type {
  SearchBackendReport,
  SearchImage,
  SearchOrigin,
  SearchSource,
  SearchStep,
  SearchVideo,
} from '#lib/contracts/api/search/search.ts'

/** Results of a search so far. Null: not reported, or not yet. */
export interface FoundAnswer {
  /** Markdown; `[n]` is the n-th source. */
  readonly content: string
  readonly sources: readonly SearchSource[] | null
  readonly images: readonly SearchImage[]
  readonly videos: readonly SearchVideo[]
  readonly suggestions: readonly string[]
  /** In order of completion. */
  readonly steps: readonly SearchStep[]
  /** End of each step, in milliseconds since the request was sent; null: not streamed. */
  readonly stepEnds: readonly (number | null)[]
  /** The search queries; empty: none. */
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
  stepEnds: [],
  query: null,
  origins: [],
  backends: null,
  deadlineMs: null,
  finish: null,
}
