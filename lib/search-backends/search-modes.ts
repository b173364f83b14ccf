import type { BuiltInId, ConfiguredId } from '#lib/known-search-backends.ts'
import type { FocusMode } from '#lib/contracts/api/search/search-params.ts'
import type { SearchKind } from './search-backend.ts'

interface Plan {
  /** SearXNG's `engines`; none: its general category. */
  readonly engines: readonly string[]
  /** Who can answer, in the order of asking; the operator's own order goes before this one. */
  readonly configured: readonly ConfiguredId[]
  /** Asked when none of those answered, group after group until one has something; they need no key and no server. */
  readonly builtIn: readonly (readonly (BuiltInId | 'calculator')[])[]
  /** Results of other hosts are dropped. */
  readonly site?: string
}

/** Who answers what: the one table of it. */
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
  /** Null: nothing is searched. */
  readonly kind: SearchKind | null
  /** Hosts that pages must be on, of the web and of the library; null: any. */
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
