import {
  type BuiltInId,
  type ConfiguredId,
  builtInSearchBackends,
  knownSearchBackends,
} from '#lib/known-search-backends.ts'
import type { UpstreamRequest } from '#lib/providers/transport/upstream-request.ts'
import type { BackendContext } from './backend-context.ts'
import type { BackendCooldowns } from './backend-cooldowns.ts'
import type { BackendSettings } from './backend-settings.ts'
import { createBrave } from './backends/brave.ts'
import { createConnection, type Cooldown } from './connection.ts'
import { createMediaWiki } from './backends/mediawiki.ts'
import { createPubMed } from './backends/pubmed.ts'
import { type Politeness, QueueGate } from './queue-gate.ts'
import type { SearchBackend, RawDocument } from './search-backend.ts'
import { createSearxng } from './backends/searxng.ts'
import { createSerper } from './backends/serper.ts'
import { type Item, maybe, readItems, readText } from './read-items.ts'
import { readNumber, isRecord, readIndex } from '#lib/providers/transport/json.ts'
import { SearchFault } from './search-fault.ts'
import { parseFeed } from 'htmlparser2'

type Id = ConfiguredId | BuiltInId

interface BackendKind {
  readonly create: (context: BackendContext) => SearchBackend
  /** How the key is sent, if not in the request itself. */
  readonly credentials?: (apiKey: string) => Readonly<Record<string, string>>
  readonly politeness?: Politeness
  /** With a key. */
  readonly keyedPoliteness?: Politeness
}

const defaultPoliteness: Politeness = { atOnce: 4, gapMs: 0 }

const textCharsMax = 2000

const meanings = {
  403: () => new SearchFault('configuration', '403: daily quota exceeded, or key rejected'),
}

const used = (status: number) => () => new SearchFault('configuration', `${status}: plan limit reached`)

const tavilyMeanings = { 432: used(432), 433: used(433) }

const wordsMax = 20

const charsMax = 2000

const website = /^Wolfram\|Alpha website result for [^\n]*?:\s*(?<url>https:\/\/\S+)$/m

class NotUnderstood extends SearchFault {}

const wolframMeanings = { 501: () => new NotUnderstood('error', '501: query not understood') }

const openalexWordsMax = 1000

const fields = 'id,doi,display_name,publication_date,primary_location,abstract_inverted_index'

const kinds: Readonly<Record<Id, BackendKind>> = {
  searxng: { create: createSearxng, politeness: { atOnce: 2, gapMs: 0 } },
  brave: { create: createBrave, credentials: key => ({ 'x-subscription-token': key }) },
  serper: { create: createSerper, credentials: key => ({ 'x-api-key': key }) },
  tavily: { create: createTavily, credentials: key => ({ authorization: `Bearer ${key}` }) },
  exa: { create: createExa, credentials: key => ({ 'x-api-key': key }) },
  openalex: { create: createOpenAlex },
  // A personal key allows one request per second.
  'semantic-scholar': {
    create: createSemanticScholar,
    credentials: key => ({ 'x-api-key': key }),
    politeness: { atOnce: 1, gapMs: 1000 },
  },
  youtube: { create: createYouTube, credentials: key => ({ 'x-goog-api-key': key }) },
  invidious: { create: createInvidious, politeness: { atOnce: 2, gapMs: 0 } },
  piped: { create: createPiped, politeness: { atOnce: 2, gapMs: 0 } },
  wolfram: { create: createWolfram },
  mediawiki: { create: createMediaWiki, politeness: { atOnce: 1, gapMs: 0 } },
  arxiv: { create: createArxiv, politeness: { atOnce: 1, gapMs: 3000 } },
  pubmed: {
    create: createPubMed,
    politeness: { atOnce: 3, gapMs: 334 },
    keyedPoliteness: { atOnce: 10, gapMs: 100 },
  },
}

const publicAddresses: Readonly<Record<BuiltInId, string>> = {
  mediawiki: 'https://en.wikipedia.org/w',
  arxiv: 'https://export.arxiv.org/api',
  pubmed: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
}

export interface BackendsSettings {
  readonly configured: readonly BackendSettings<ConfiguredId>[]
  readonly builtIn: readonly BackendSettings<BuiltInId>[]
  readonly request: UpstreamRequest
  readonly version: string
  readonly contact: string | null
  readonly cooldowns: BackendCooldowns
}

/** All configured and built-in backends by id, each with its own queue. */
export function createBackends(settings: BackendsSettings): Map<string, SearchBackend> {
  const entries = [...settings.configured, ...settings.builtIn]
  return new Map(entries.map(entry => [entry.id, createBackend(entry, settings)]))
}

function createBackend(entry: BackendSettings<Id>, settings: BackendsSettings): SearchBackend {
  const { id, apiKey } = entry
  const { create, credentials, politeness = defaultPoliteness, keyedPoliteness = politeness } = kinds[id]
  const gate = new QueueGate(apiKey === null ? politeness : keyedPoliteness)
  const cooldown: Cooldown = {
    refuse: () => settings.cooldowns.assertNotCoolingDown(id),
    note: fault => settings.cooldowns.note(id, fault),
  }
  const connect = (baseUrl: string) => {
    const { origin, pathname } = new URL(baseUrl)
    const headers = {
      accept: 'application/json, application/atom+xml;q=0.9, */*;q=0.5',
      'accept-encoding': 'gzip',
      'user-agent': toUserAgent(settings),
      ...(apiKey !== null && credentials?.(apiKey)),
    }
    // Only a URL from the operator may be in a private network.
    const ofOperator = entry.baseUrl !== null && entry.from !== 'console'
    const policy = ofOperator ? ('operator' as const) : ('guarded' as const)
    const target = { origin, basePath: pathname.replace(/\/+$/, ''), policy, headers }
    return createConnection({ target, request: settings.request, gate, cooldown, secret: apiKey })
  }
  return create({
    connection: connect(entry.baseUrl ?? publicAddress(id)),
    apiKey: apiKey ?? '',
    connect,
    ownAddress: entry.baseUrl !== null,
    contact: settings.contact,
  })
}

function publicAddress(id: Id): string {
  const builtIn = builtInSearchBackends.find(each => each === id)
  if (builtIn !== undefined) return publicAddresses[builtIn]
  const address = knownSearchBackends.find(each => each.id === id)?.baseUrl ?? null
  if (address === null) throw new Error(`the search backend ${id} requires a URL`)
  return address
}

function toUserAgent({ version, contact }: BackendsSettings): string {
  return `Sextant/${version} (${contact === null ? 'self-hosted search' : contact})`
}

/** A self-hosted instance. @see https://docs.piped.video/docs/api-documentation/ */
export function createPiped({ connection }: BackendContext): SearchBackend {
  return {
    id: 'piped',
    async search({ query, limit, signal }) {
      const value = await connection.getJson('/search', { q: query, filter: 'videos' }, { signal })
      return { documents: readItems(value, 'items').slice(0, limit).map(toDocument) }
    },
  }
}

function toDocument(item: Item): RawDocument {
  // `/watch?v=…`, without a host.
  const id = readText(item, 'url').match(/[?&]v=([\w-]+)/)?.[1] ?? ''
  return videoDocument(id, {
    title: readText(item, 'title'),
    content: readText(item, 'shortDescription'),
    ...maybe('published', readText(item, 'uploadedDate')),
    ...maybe('image', readText(item, 'thumbnail')),
    ...maybe('thumbnail', readText(item, 'thumbnail')),
  })
}

/** A self-hosted instance. @see https://docs.invidious.io/api/#get-apiv1search */
export function createInvidious({ connection }: BackendContext): SearchBackend {
  return {
    id: 'invidious',
    async search({ query, limit, signal }) {
      const value = await connection.getJson('/api/v1/search', { q: query, type: 'video' }, { signal })
      return { documents: readItems(value).slice(0, limit).map(invidiousToDocument) }
    },
  }
}

function invidiousToDocument(video: Item): RawDocument {
  const seconds = readNumber(video['published'])
  const at = seconds === null ? null : new Date(seconds * 1000)
  const preview = `https://i.ytimg.com/vi/${readText(video, 'videoId')}/mqdefault.jpg`
  return videoDocument(readText(video, 'videoId'), {
    title: readText(video, 'title'),
    content: readText(video, 'description'),
    ...maybe('published', at === null || Number.isNaN(at.getTime()) ? '' : at.toISOString()),
    image: preview,
    thumbnail: preview,
  })
}

/** @see https://api.semanticscholar.org/api-docs/graph#tag/Paper-Data/operation/get_graph_paper_relevance_search */
export function createSemanticScholar({ connection }: BackendContext): SearchBackend {
  return {
    id: 'semantic-scholar',
    async search({ query, limit, signal }) {
      // Words with hyphens match nothing.
      const parameters = {
        query: query.replaceAll('-', ' '),
        limit,
        fields: 'title,abstract,url,publicationDate,tldr',
      }
      const value = await connection.getJson('/paper/search', parameters, { signal })
      return { documents: readItems(value, 'data').map(semanticScholarToDocument) }
    },
  }
}

function semanticScholarToDocument(paper: Item): RawDocument {
  const { tldr } = paper
  return {
    title: readText(paper, 'title'),
    url: readText(paper, 'url'),
    content: readText(paper, 'abstract') || (isRecord(tldr) ? readText(tldr, 'text') : ''),
    ...maybe('published', readText(paper, 'publicationDate')),
  }
}

/** @see https://docs.exa.ai/reference/search */
export function createExa({ connection }: BackendContext): SearchBackend {
  return {
    id: 'exa',
    async search({ query, kind, limit, signal }) {
      const body = {
        query,
        type: 'auto',
        numResults: Math.min(25, limit),
        contents: { text: { maxCharacters: textCharsMax } },
        ...(kind === 'academic' && { category: 'research paper' }),
      }
      const value = await connection.postJson('/search', body, { signal })
      return { documents: readItems(value, 'results').map(exaToDocument) }
    },
  }
}

function exaToDocument(result: Item): RawDocument {
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: readText(result, 'text') || readText(result, 'summary'),
    ...maybe('published', readText(result, 'publishedDate')),
    ...maybe('image', readText(result, 'image')),
  }
}

/** @see https://developers.google.com/youtube/v3/docs/search/list */
export function createYouTube({ connection }: BackendContext): SearchBackend {
  return {
    id: 'youtube',
    async search({ query, limit, language, signal }) {
      const primary = language?.split('-', 1)[0]?.toLowerCase()
      const relevanceLanguage = primary?.length === 2 ? primary : undefined
      const parameters = { part: 'snippet', type: 'video', q: query, maxResults: limit, relevanceLanguage }
      const value = await connection.getJson('/search', parameters, { signal, meanings })
      return { documents: readItems(value, 'items').map(youtubeToDocument) }
    },
  }
}

function youtubeToDocument(item: Item): RawDocument {
  return videoDocument(readText(item, 'id', 'videoId'), {
    title: readText(item, 'snippet', 'title'),
    content: readText(item, 'snippet', 'description'),
    ...maybe('published', readText(item, 'snippet', 'publishedAt')),
    ...maybe('image', readText(item, 'snippet', 'thumbnails', 'high', 'url')),
    ...maybe('thumbnail', readText(item, 'snippet', 'thumbnails', 'medium', 'url')),
  })
}

/** @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
export function createTavily({ connection }: BackendContext): SearchBackend {
  return {
    id: 'tavily',
    async search({ query, limit, site, signal }) {
      const body = {
        query,
        max_results: Math.min(20, limit),
        search_depth: 'basic',
        // Results from other hosts leak through: callers filter again.
        ...(site !== undefined && { include_domains: [site] }),
      }
      const value = await connection.postJson('/search', body, { signal, meanings: tavilyMeanings })
      return { documents: readItems(value, 'results').map(tavilyToDocument) }
    },
  }
}

function tavilyToDocument(result: Item): RawDocument {
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: readText(result, 'content'),
    ...maybe('published', readText(result, 'published_date')),
  }
}

/** @see https://info.arxiv.org/help/api/user-manual.html */
export function createArxiv({ connection }: BackendContext): SearchBackend {
  return {
    id: 'arxiv',
    async search({ query, limit, signal }) {
      const words = toWords(query)
      if (words === '') return { documents: [] }
      const parameters = { search_query: `all:${words}`, max_results: limit, sortBy: 'relevance' }
      const feed = parseFeed(await connection.getText('/query', parameters, { signal }))
      if (feed === null) throw new SearchFault('error', 'not a feed')
      const documents = feed.items.map(({ title = '', link = '', id = '', description = '', pubDate }) => ({
        title,
        url: link || id,
        content: description,
        // An invalid date is present, too, as an invalid Date.
        ...(pubDate !== undefined &&
          !Number.isNaN(pubDate.getTime()) && { published: pubDate.toISOString().slice(0, 10) }),
      }))
      // An error in the query is returned as an entry.
      return { documents: documents.filter(({ url }) => !url.includes('/api/errors')) }
    },
  }
}

/** Removes query syntax: only the words of the query remain. */
function toWords(query: string): string {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter(word => !/^(AND|OR|ANDNOT|NOT)$/i.test(word))
    .slice(0, wordsMax)
    .join(' ')
}

/** @see https://products.wolframalpha.com/llm-api/documentation */
function createWolfram({ connection, apiKey }: BackendContext): SearchBackend {
  return {
    id: 'wolfram',
    async search({ query, signal }) {
      try {
        const parameters = { appid: apiKey, input: query, maxchars: charsMax }
        const text = await connection.getText('/llm-api', parameters, { signal, meanings: wolframMeanings })
        if (text.trim() === '') throw new SearchFault('error', 'empty response')
        const url =
          website.exec(text)?.groups?.['url'] ??
          `https://www.wolframalpha.com/input?i=${encodeURIComponent(query)}`
        return { documents: [], answers: [{ title: query, url, content: toAnswer(text) }] }
      } catch (error) {
        if (error instanceof NotUnderstood) return { documents: [] }
        throw error
      }
    },
  }
}

/** Drops formula images and the line about the website. */
function toAnswer(text: string): string {
  return text
    .split('\n')
    .filter(line => !/^(image: |Wolfram\|Alpha website result|https:)/.test(line.trim()))
    .join('\n')
}

/** @see https://developers.openalex.org/api-reference/introduction */
export function createOpenAlex({ connection, apiKey, contact }: BackendContext): SearchBackend {
  return {
    id: 'openalex',
    async search({ query, limit, signal }) {
      const mailto = contact?.includes('@') === true ? contact : undefined
      const parameters = { search: query, per_page: limit, select: fields, api_key: apiKey, mailto }
      const value = await connection.getJson('/works', parameters, { signal })
      return { documents: readItems(value, 'results').map(openalexToDocument) }
    },
  }
}

function openalexToDocument(work: Item): RawDocument {
  const place = readText(work, 'primary_location', 'landing_page_url')
  return {
    title: readText(work, 'display_name'),
    url: readText(work, 'doi') || place || readText(work, 'id'),
    content: toAbstract(work['abstract_inverted_index']),
    ...maybe('published', readText(work, 'publication_date')),
  }
}

/** Abstracts are an inverted index of words and positions, for copyright reasons. */
function toAbstract(index: unknown): string {
  if (!isRecord(index)) return ''
  const words: string[] = []
  for (const [word, places] of Object.entries(index)) {
    for (const place of Array.isArray(places) ? (places as unknown[]) : []) {
      const at = readIndex(place)
      if (at !== null && at < openalexWordsMax) words[at] = word
    }
  }
  // A missing position is a hole, which `join` would turn into two spaces.
  return words.filter(word => word !== undefined).join(' ')
}

/** A YouTube video by id; without one its URL is empty, and it is dropped. */
function videoDocument(id: string, about: Omit<RawDocument, 'url' | 'frame'>): RawDocument {
  return { ...about, url: /^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : '' }
}
