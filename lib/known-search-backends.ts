/** Search backends that the operator configures, and those that are built in. Imports nothing. In query order. */
export interface KnownSearchBackend {
  readonly id: string
  /** Display name. */
  readonly label: string
  readonly variable: string
  /** Content of the variable; a URL stands for a self-hosted server, which needs no key. */
  readonly gives: 'key' | 'address'
  /** Null: only the operator knows the URL. */
  readonly baseUrl: string | null
}

export const knownSearchBackends = [
  { id: 'searxng', label: 'SearXNG', variable: 'SEARXNG_URL', gives: 'address', baseUrl: null },
  {
    id: 'brave',
    label: 'Brave',
    variable: 'BRAVE_API_KEY',
    gives: 'key',
    baseUrl: 'https://api.search.brave.com/res/v1',
  },
  {
    id: 'serper',
    label: 'Serper',
    variable: 'SERPER_API_KEY',
    gives: 'key',
    baseUrl: 'https://google.serper.dev',
  },
  {
    id: 'tavily',
    label: 'Tavily',
    variable: 'TAVILY_API_KEY',
    gives: 'key',
    baseUrl: 'https://api.tavily.com',
  },
  { id: 'exa', label: 'Exa', variable: 'EXA_API_KEY', gives: 'key', baseUrl: 'https://api.exa.ai' },
  {
    id: 'openalex',
    label: 'OpenAlex',
    variable: 'OPENALEX_API_KEY',
    gives: 'key',
    baseUrl: 'https://api.openalex.org',
  },
  {
    id: 'semantic-scholar',
    label: 'Semantic Scholar',
    variable: 'SEMANTIC_SCHOLAR_API_KEY',
    gives: 'key',
    baseUrl: 'https://api.semanticscholar.org/graph/v1',
  },
  {
    id: 'youtube',
    label: 'YouTube',
    variable: 'YOUTUBE_API_KEY',
    gives: 'key',
    baseUrl: 'https://www.googleapis.com/youtube/v3',
  },
  { id: 'invidious', label: 'Invidious', variable: 'INVIDIOUS_URL', gives: 'address', baseUrl: null },
  { id: 'piped', label: 'Piped', variable: 'PIPED_URL', gives: 'address', baseUrl: null },
  {
    id: 'wolfram',
    label: 'Wolfram Alpha',
    variable: 'WOLFRAM_APP_ID',
    gives: 'key',
    baseUrl: 'https://www.wolframalpha.com/api/v1',
  },
] as const satisfies readonly KnownSearchBackend[]

export type ConfiguredId = (typeof knownSearchBackends)[number]['id']

/** Public servers that need no key; used when no other backend answers. */
export const builtInSearchBackends = ['mediawiki', 'arxiv', 'pubmed'] as const
export type BuiltInId = (typeof builtInSearchBackends)[number]
