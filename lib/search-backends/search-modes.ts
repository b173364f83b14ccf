import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import type { FocusMode } from '#lib/contracts/api/search/search-params.ts'
import type { SearchKind } from './search-backend.ts'

interface Plan {
  /** SearXNG's `engines`; none: its general category. */
  readonly engines: readonly string[]
  /** Backends in query order; the operator's own order overrides it. */
  readonly configured: readonly ConfiguredId[]
  /** Queried if none of those responded, group by group until one has results; they need no key and no server. */
  readonly builtIn: readonly (readonly (BuiltInId | 'calculator')[])[]
  /** Results of other hosts are dropped. */
  readonly site?: string
}

/** The only table of backends by search type. */
export const searchPlans: Readonly<Record<SearchKind, Plan>> = {
  web: {
    engines: [],
    configured: ['searxng', 'brave', 'serper', 'tavily', 'exa'],
    builtIn: [['mediawiki']],
  },
  academic: {
    engines: ['arxiv', 'google scholar', 'pubmed'],
    configured: ['searxng', 'serper', 'exa', 'openalex', 'semantic-scholar'],
    builtIn: [['arxiv', 'pubmed']],
  },
  math: {
    engines: ['wolframalpha'],
    configured: ['searxng', 'wolfram'],
    builtIn: [['calculator'], ['mediawiki']],
  },
  videos: {
    engines: ['youtube'],
    configured: ['searxng', 'youtube', 'invidious', 'piped', 'serper', 'brave'],
    builtIn: [],
  },
  images: {
    engines: ['bing images', 'google images'],
    configured: ['searxng', 'brave', 'serper'],
    builtIn: [],
  },
  // SearXNG has had no engine for Reddit since it closed its anonymous JSON (searxng#6473).
  discussions: {
    engines: [],
    configured: ['searxng', 'brave', 'serper', 'tavily'],
    builtIn: [],
    site: 'reddit.com',
  },
}

interface Mode {
  /** Null: no search. */
  readonly kind: SearchKind | null
  /** Required hosts of pages, for the web and the library; null: any. */
  readonly hosts: readonly string[] | null
}

export const searchModes: Readonly<Record<FocusMode, Mode>> = {
  webSearch: { kind: 'web', hosts: null },
  academicSearch: { kind: 'academic', hosts: null },
  writingAssistant: { kind: null, hosts: null },
  wolframAlphaSearch: { kind: 'math', hosts: null },
  youtubeSearch: { kind: 'videos', hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'] },
  redditSearch: { kind: 'discussions', hosts: ['reddit.com'] },
}
