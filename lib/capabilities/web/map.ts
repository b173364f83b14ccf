import {
  mapLimitDefault,
  mapTimeoutMsDefault,
  type MapAnswer,
  type MapEvent,
  type MapRequest,
  type MapDetail,
} from '#lib/contracts/api/map.ts'
import { Discovery } from '#lib/web/crawl/discovery.ts'
import { type MapBudgets, mapBudgets } from '#lib/web/crawl/map-budgets.ts'
import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import type { EventStream } from '#lib/capabilities/handler.ts'
import type { RequestContext, Trace } from '#lib/capabilities/request-context.ts'
import type { FoundLink } from '#lib/web/crawl/link-list.ts'
import { writeWebJson } from './web-json.ts'
import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import { foldText, toWords } from '#lib/capabilities/search-words.ts'
import { ApiError } from '#lib/errors.ts'

export interface MapOptions {
  /** Shared by all web capabilities, so that rate limits apply to them together. */
  readonly fetch: PoliteFetch
  /** Overrides the defaults. */
  readonly budgets?: Partial<MapBudgets>
}

/** The part of the request context that a map needs. */
export type MapContext = Pick<RequestContext, 'signal'> & {
  readonly trace: Pick<Trace, 'truncated' | 'waited'>
}

/** Finds the pages of a website and returns them all at once. */
export type FindPages = (input: MapRequest, context: MapContext) => Promise<MapAnswer>

export function createFindPages(options: MapOptions): FindPages {
  return async (input, context) => {
    const discovery = startDiscovery(input, context.signal, options)
    const startedAt = performance.now()
    try {
      await discovery.run()
    } finally {
      context.trace.waited('upstream', performance.now() - startedAt)
    }
    return await writeMap(discovery, input, context)
  }
}

/** The same as a stream. */
export type StreamPages = (input: MapRequest, context: MapContext) => EventStream<MapEvent>

export function createStreamPages(options: MapOptions): StreamPages {
  return (input, context) => streamMap(signal => startDiscovery(input, signal, options), input, context)
}

function startDiscovery(input: MapRequest, signal: AbortSignal, { fetch, budgets }: MapOptions): Discovery {
  const searching = (input.search ?? '') !== ''
  return new Discovery(
    {
      startUrls: readStartUrls(input.url),
      ignoreSitemap: input.ignoreSitemap === true,
      sitemapOnly: input.sitemapOnly === true,
      includeSubdomains: input.includeSubdomains === true,
      enough: searching ? null : (input.limit ?? mapLimitDefault),
      timeoutMs: input.timeout ?? mapTimeoutMsDefault,
    },
    { fetch, budgets: { ...mapBudgets, ...budgets }, signal },
  )
}

const everyMs = 200
/** Ticks without new links after which progress is sent anyway. */
const quietTurnsMax = 5
const linksPerEvent = 500

/**
 * Streams a map: new links several times a second, or the progress if there are none, and the complete result
 * at the end. The first event waits for the first link. A search streams only matching links, in the order in
 * which they are found; the result has them by relevance. The map stops when its reader stops.
 */
async function* streamMap(
  start: (signal: AbortSignal) => Discovery,
  input: MapRequest,
  context: MapContext,
): EventStream<MapEvent> {
  const left = new AbortController()
  const discovery = start(AbortSignal.any([context.signal, left.signal]))
  let over = false
  const startedAt = performance.now()
  const run = discovery.run().finally(() => {
    over = true
    context.trace.waited('upstream', performance.now() - startedAt)
  })
  // A failure is thrown at the `await` below.
  run.catch(() => undefined)
  try {
    let sendable = input.limit ?? mapLimitDefault
    let seen = 0
    let lastState = ''
    for (let quiet = 0; !over;) {
      await Promise.race([run, pause()])
      const { found, progress } = discovery
      const state = `${found.length} ${progress.pages} ${progress.queued}`
      if (found.length === 0 || (state === lastState && ++quiet < quietTurnsMax)) continue
      const fresh = found.slice(seen)
      seen = found.length
      lastState = state
      quiet = 0
      const fitting = await choose(discovery, fresh, input)
      yield* toItems(fitting.slice(0, sendable), discovery, input)
      sendable = Math.max(0, sendable - fitting.length)
    }
    await run
    const answer = await writeMap(discovery, input, context)
    const truncated = discovery.cuts.size > 0 && { truncated: true as const }
    const result: MapEvent = { object: 'map.result', ...answer, ...truncated }
    yield { kind: 'written', parts: (await writeWebJson(result)).parts }
  } finally {
    left.abort()
  }
}

async function choose(
  { site }: Discovery,
  links: readonly FoundLink[],
  { search }: MapRequest,
): Promise<readonly FoundLink[]> {
  if ((search ?? '') === '') return links
  const fitting = new Set(await rankLinks(links, search ?? '', url => site?.subdomain(url) ?? ''))
  return links.filter(link => fitting.has(link))
}

/** At least one event, which carries the progress. */
function* toItems(links: readonly FoundLink[], { progress }: Discovery, { details }: MapRequest) {
  for (let at = 0; at === 0 || at < links.length; at += linksPerEvent) {
    const part = links.slice(at, at + linksPerEvent)
    const event: MapEvent = {
      object: 'map.chunk',
      links: part.map(({ href }) => href),
      ...(details === true && { details: part.map(toDetail) }),
      progress: { pages: progress.pages, queued: progress.queued, elapsed_ms: progress.elapsedMs },
    }
    yield { kind: 'events' as const, events: [event] }
  }
}

function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, everyMs))
}

/** The result of a finished map: all links or those that match the search, at most `limit`. */
async function writeMap(discovery: Discovery, input: MapRequest, context: MapContext): Promise<MapAnswer> {
  if (discovery.cuts.size > 0) context.trace.truncated([...discovery.cuts])
  const search = input.search ?? ''
  const { site } = discovery
  const found =
    search === ''
      ? discovery.links
      : await rankLinks(discovery.links, search, url => site?.subdomain(url) ?? '')
  const links = found.slice(0, input.limit ?? mapLimitDefault)
  const answer: MapAnswer = { success: true, links: links.map(({ href }) => href) }
  if (input.details !== true) return answer
  return {
    ...answer,
    details: links.map(toDetail),
    sitemaps: [...discovery.sitemaps],
    stopped: discovery.stopped === 'done' && found.length > links.length ? 'limit' : discovery.stopped,
  }
}

function toDetail({ href, source, depth, lastmod, title }: FoundLink): MapDetail {
  return { url: href, source, depth, ...(lastmod !== null && { lastmod }), ...(title !== '' && { title }) }
}

/** The fields of a link that determine its relevance. */
interface RankedLink {
  readonly href: string
  /** Anchor texts on other pages, and its own title. */
  readonly text: string
  readonly title: string
}

const addressWeight = 2
const textWeight = 1
const phraseBonus = 4
// The standard constants of BM25: how fast repetition saturates, and how much length counts.
const saturation = 1.2
const lengthShare = 0.5
const perTurn = 100

/**
 * The links that match a query, best first, ties in the given order. Words of the URL count twice, words of
 * texts and subdomains once, rare words more, and the whole query as one phrase most. Links without a match
 * are dropped. The cost is links times words, and the loop yields to the event loop.
 * @param subdomain labels before the registrable domain, which is the same for every page
 */
export async function rankLinks<L extends RankedLink>(
  links: readonly L[],
  query: string,
  subdomain: (url: URL) => string,
): Promise<L[]> {
  const terms = [...new Set(toWords(query))]
  const phrase = foldText(query.trim())
  const counted: { link: L; counts: Float64Array; length: number; phrase: boolean }[] = []
  const linksWith = new Float64Array(terms.length)
  let lengthSum = 0
  for (const [at, link] of links.entries()) {
    if (at > 0 && at % perTurn === 0) await yieldToEventLoop()
    const { address, labels } = readAddress(link.href, subdomain)
    const text = `${link.title} ${link.text}`
    const counts = new Float64Array(terms.length)
    const words = toWords(address)
    count(words, addressWeight, terms, counts)
    count(toWords(text), textWeight, terms, counts)
    count(toWords(labels), textWeight, terms, counts)
    // Length of the URL only: the amount of known text depends on the crawl's progress, not on the page.
    const { length } = words
    lengthSum += length
    for (const [term, found] of counts.entries()) if (found > 0) linksWith[term] = (linksWith[term] ?? 0) + 1
    const fits = phrase !== '' && (foldText(address).includes(phrase) || foldText(text).includes(phrase))
    if (fits || counts.some(found => found > 0)) counted.push({ link, counts, length, phrase: fits })
  }
  const lengthMean = Math.max(1, lengthSum / Math.max(1, links.length))
  return counted
    .map(({ link, counts, length, phrase: fits }) => {
      const damping = saturation * (1 - lengthShare + (lengthShare * length) / lengthMean)
      const score = counts.reduce((sum, found, term) => {
        const rarity = Math.log(1 + (links.length + 0.5) / ((linksWith[term] ?? 0) + 0.5))
        return sum + (rarity * found * (saturation + 1)) / (found + damping)
      }, 0)
      return { link, score: score + (fits ? phraseBonus : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ link }) => link)
}

function count(
  words: readonly string[],
  weight: number,
  terms: readonly string[],
  counts: Float64Array,
): void {
  for (const word of words) {
    const at = terms.indexOf(word)
    if (at !== -1) counts[at] = (counts[at] ?? 0) + weight
  }
}

function readAddress(href: string, subdomain: (url: URL) => string): { address: string; labels: string } {
  const url = new URL(href)
  const query = [...url.searchParams].map(([name, value]) => ` ${name} ${value}`).join('')
  return { address: `${decode(url.pathname)}${query}${decode(url.hash)}`, labels: subdomain(url) }
}

// Keep a link with a stray percent sign or bytes in another encoding.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Possible start URLs, best first: https, then http if no scheme is given.
 * @throws ApiError `invalid_value` for an invalid URL, `url_not_allowed` for other schemes and credentials
 */
function readStartUrls(text: string): readonly [URL, ...URL[]] {
  const trimmed = text.trim()
  if (hasScheme.test(trimmed)) return [readStartUrl(trimmed)]
  return [readStartUrl(`https://${trimmed}`), readStartUrl(`http://${trimmed}`)]
}

function readStartUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new ApiError('invalid_value', 'This is not a website URL.', { param: 'url' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ApiError('url_not_allowed', 'Only http and https URLs can be mapped.', { param: 'url' })
  }
  if (url.username !== '' || url.password !== '') {
    throw new ApiError('url_not_allowed', 'The URL must not contain a user name or password.', {
      param: 'url',
    })
  }
  return url
}
