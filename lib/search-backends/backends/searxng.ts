import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { isRecord, readString } from '#lib/providers/transport/json.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type {
  BackendAnswer,
  BackendQuery,
  RawDocument,
  SearchKind,
} from '#lib/search-backends/search-backend.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const meanings = {
  403: () => new SearchFault('configuration', '403: json is not in search.formats of its settings.yml'),
}
const reasonCharsMax = 100

/** Its `engines` of each search type; none: its general category. */
const enginesByKind: Readonly<Record<SearchKind, readonly string[]>> = {
  web: [],
  academic: ['arxiv', 'google scholar', 'pubmed'],
  math: ['wolframalpha'],
  videos: ['youtube'],
  images: ['bing images', 'google images'],
  // It has had no engine for Reddit since Reddit closed its anonymous JSON (searxng#6473).
  discussions: [],
}

/** @see https://docs.searxng.org/dev/search_api.html */
export const searxng = defineBackend({
  id: 'searxng',
  serves: { web: 1, academic: 1, math: 1, videos: 1, images: 1, discussions: 1 },
  rateLimit: { concurrency: 2, intervalMs: 0 },
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search(query) {
      const engines = enginesByKind[query.kind]
      const value = await connection.getJson(
        '/search',
        {
          q: query.site === undefined ? query.query : `site:${query.site} ${query.query}`,
          format: 'json',
          // Never with `categories`: then `engines` is ignored.
          engines: engines.length === 0 ? undefined : engines.join(','),
          language: query.language,
        },
        { signal: query.signal, meanings },
      )
      return readAnswer(value, query, engines)
    },
  }
}

function readAnswer(value: unknown, query: BackendQuery, engines: readonly string[]): BackendAnswer {
  if (!isRecord(value) || !Array.isArray(value['results'])) {
    throw new SearchFault('error', 'JSON without results')
  }
  const results = readItems(value, 'results')
  const own = results.filter(result => isAsked(result, engines))
  if (own.length === 0 && results.length > 0) {
    const reason = `missing engine: ${engines.join(' or ')}; add one to its settings.yml`
    throw new SearchFault('configuration', reason)
  }
  const answers = [...readAnswers(value, query), ...readItems(value, 'infoboxes').map(toInfobox)]
  const unresponsive = readUnresponsive(value)
  if (own.length === 0 && answers.length === 0 && unresponsive.length > 0) {
    const names = unresponsive.map(({ engine, reason }) => `${engine}: ${reason}`).join(', ')
    throw new SearchFault('engines', `its engines did not respond (${names})`)
  }
  return {
    documents: own.map(toDocument),
    answers,
    suggestions: readStrings(value['suggestions']),
    unresponsive,
  }
}

/** An unknown engine is silently replaced by the general ones. */
function isAsked(result: Item, engines: readonly string[]): boolean {
  if (engines.length === 0) return true
  const named = [readText(result, 'engine'), ...readStrings(result['engines'])].filter(name => name !== '')
  return named.length === 0 || named.some(name => engines.includes(name.toLowerCase()))
}

function toDocument(result: Item): RawDocument {
  const image = readText(result, 'img_src') || readText(result, 'thumbnail')
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: readText(result, 'content'),
    ...maybe('published', readText(result, 'publishedDate')),
    ...maybe('image', image),
    ...maybe('thumbnail', readText(result, 'thumbnail_src') || readText(result, 'thumbnail')),
    ...maybe('frame', readText(result, 'iframe_src')),
  }
}

/** Objects in new versions, strings in old ones. */
function readAnswers(value: Item, query: BackendQuery): RawDocument[] {
  const list = Array.isArray(value['answers']) ? (value['answers'] as unknown[]) : []
  return list.flatMap(each => {
    const content = readString(each) ?? readText(each, 'answer')
    return content === ''
      ? []
      : [{ title: query.query, url: readText(each, 'url') || pageOf(query), content }]
  })
}

function toInfobox(box: Item): RawDocument {
  const facts = readItems(box, 'attributes').map(
    fact => `${readText(fact, 'label')}: ${readText(fact, 'value')}`,
  )
  const [first] = readItems(box, 'urls')
  return {
    title: readText(box, 'infobox'),
    url: readText(first, 'url') || readText(box, 'id'),
    content: `${readText(box, 'content')} ${facts.join('; ')}`,
  }
}

/** A calculation has no page except the one that repeats it. */
function pageOf({ kind, query }: BackendQuery): string {
  return kind === 'math' ? `https://www.wolframalpha.com/input?i=${encodeURIComponent(query)}` : ''
}

function readUnresponsive(value: Item): { engine: string; reason: string }[] {
  const list = Array.isArray(value['unresponsive_engines'])
    ? (value['unresponsive_engines'] as unknown[])
    : []
  return list.flatMap(each => {
    const [engine, reason] = Array.isArray(each) ? readStrings(each) : []
    if (engine === undefined) return []
    return [
      { engine: engine.slice(0, reasonCharsMax), reason: (reason ?? 'no answer').slice(0, reasonCharsMax) },
    ]
  })
}

function readStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}
