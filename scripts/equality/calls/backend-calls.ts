import type { CallGroup } from './call-group.ts'
import { payload } from './payload.ts'

interface Backend {
  readonly id: string
  /** By search mode. */
  readonly payloads: Readonly<Record<string, readonly string[]>>
}

const backends: readonly Backend[] = [
  { id: 'brave', payloads: { webSearch: ['brave-web.json'], youtubeSearch: ['brave-videos.json'] } },
  {
    id: 'serper',
    payloads: { webSearch: ['serper-web.json'], academicSearch: ['serper-academic.json'] },
  },
  { id: 'tavily', payloads: { webSearch: ['tavily.json'], redditSearch: ['tavily.json'] } },
  { id: 'exa', payloads: { webSearch: ['exa.json'], academicSearch: ['exa.json'] } },
  { id: 'openalex', payloads: { academicSearch: ['openalex.json'] } },
  { id: 'semantic-scholar', payloads: { academicSearch: ['semantic-scholar.json'] } },
  { id: 'youtube', payloads: { youtubeSearch: ['youtube.json'] } },
  { id: 'invidious', payloads: { youtubeSearch: ['invidious.json'] } },
  { id: 'piped', payloads: { youtubeSearch: ['piped.json'] } },
  { id: 'wolfram', payloads: { wolframAlphaSearch: ['wolfram.txt'] } },
  { id: 'mediawiki', payloads: { webSearch: ['mediawiki.json'] } },
  { id: 'arxiv', payloads: { academicSearch: ['arxiv.xml'] } },
  { id: 'pubmed', payloads: { academicSearch: ['pubmed-esearch.json', 'pubmed-esummary.json'] } },
]

const keyless: ReadonlySet<string> = new Set(['invidious', 'piped', 'mediawiki', 'arxiv', 'pubmed'])

/** Each search backend in its own gateway: its requests, and the parsed responses. */
export const backendCalls: readonly CallGroup[] = backends.map(({ id, payloads }) => ({
  name: `search-${id}`,
  environment: () => ({ SEARCH_BACKENDS: id, SEARCH_CONTACT: 'ops@example.org' }),
  configuration: ({ upstream }) => {
    const key = keyless.has(id) ? '' : `, apiKey: key-of-${id}-0123456789`
    return `search:\n  ${id}: { baseUrl: "${upstream}/${id}"${key} }\n`
  },
  async run({ record }) {
    for (const [focusMode, files] of Object.entries(payloads)) {
      const json = { model: 'search', params: { query: 'llama wool', focusMode, language: 'en' } }
      await record(`${id}, ${focusMode}`, {
        path: '/v1/web',
        json,
        next: files.map(file => payload(`search/${file}`)),
      })
      await record(`${id}, ${focusMode}, refused`, {
        path: '/v1/web',
        json,
        next: files.map(() => ({ kind: 'error', status: 403 })),
      })
    }
  },
}))
