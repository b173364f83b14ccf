import type { BackendCooldowns, BackendTicket } from './backend-cooldowns.ts'
import type {
  BackendAnswer,
  BackendQuery,
  SearchBackend,
  SearchDocument,
  SearchFailure,
  RawDocument,
  SearchKind,
} from './search-backend.ts'
import type { SearchBilling, SearchUse } from './search-billing.ts'
import { CooldownFault, NotSentFault, SearchFault } from './search-fault.ts'
import { ApiError, lacksBudget } from '#lib/errors.ts'
import { Parser } from 'htmlparser2'
import { cleanText } from '#lib/web/extract/clean-text.ts'

const backendMs = 10_000
const suggestionCharsMax = 200

export interface Asked {
  readonly backend: string
  readonly documents: readonly SearchDocument[]
  readonly answers: readonly SearchDocument[]
  readonly results: readonly string[]
  readonly suggestions: readonly string[]
  readonly unresponsive: readonly SearchFailure[]
}

export interface AskBackendOptions {
  readonly cooldowns: BackendCooldowns
  /** Aborts when the whole search has timed out. */
  readonly late: AbortSignal
  /** Called with errors that indicate a bug. */
  readonly onFault: (error: unknown) => void
  readonly onAnswered?: OnBackendAnswered | undefined
  /** Absent: nothing is charged. */
  readonly billing?: SearchBilling
}

/** Called for each query that was sent, with `ok` or the kind of the failure. */
export type OnBackendAnswered = (backend: string, outcome: string, ms: number) => void

/**
 * Queries one backend within ten seconds and cleans up its results.
 * @returns failures in the result, not thrown
 * @throws the caller's abort reason, and what the billing throws
 */
export async function askBackend(
  backend: SearchBackend,
  query: BackendQuery,
  { cooldowns, late, onFault, onAnswered, billing }: AskBackendOptions,
): Promise<Asked | SearchFailure> {
  const { id } = backend
  let ticket: BackendTicket
  try {
    ticket = cooldowns.enter(id, query.kind, query.query)
  } catch (error) {
    return toFailure(id, error)
  }
  const cost = backend.cost()
  if (billing !== undefined) {
    try {
      const refusal = await billing.reserve(cost)
      if (refusal !== null) {
        ticket.left()
        return { backend: id, kind: 'unpriced', reason: refusal }
      }
    } catch (error) {
      ticket.left()
      if (!(error instanceof ApiError) || !lacksBudget(error)) throw error
      return { backend: id, kind: 'unpaid', reason: error.message, unpaid: error }
    }
  }
  const deadline = AbortSignal.timeout(backendMs)
  const startedAt = performance.now()
  const answered = (outcome: string) => onAnswered?.(id, outcome, performance.now() - startedAt)
  try {
    const answer = await backend.search({ ...query, signal: AbortSignal.any([query.signal, late, deadline]) })
    billing?.charge(cost, toUse(answer))
    const asked = toAsked(id, answer, query)
    ticket.succeeded()
    answered('ok')
    return asked
  } catch (error) {
    if (query.signal.aborted) {
      if (!(error instanceof NotSentFault)) billing?.charge(cost, unanswered)
      ticket.left()
      throw query.signal.reason
    }
    const outOfTime = late.aborted || deadline.aborted
    if (!(error instanceof SearchFault) && !outOfTime) onFault(error)
    const fault = toFault(error, outOfTime)
    answered(fault.kind)
    // Services do not bill errors, but a search that they finished too late for us.
    const sent = !(fault instanceof CooldownFault || fault instanceof NotSentFault)
    if (fault.kind === 'timeout' && sent) billing?.charge(cost, unanswered)
    // Neither another request's result nor a shortened timeout counts as a failure of the backend.
    if (fault instanceof CooldownFault || (late.aborted && !deadline.aborted)) ticket.left()
    else ticket.failed(fault)
    return toFailure(id, fault)
  }
}

const unanswered: SearchUse = { units: 1, costUsd: null, whole: false }

function toUse({ credits = 1, costUsd }: BackendAnswer): SearchUse {
  return { units: Math.ceil(credits), costUsd: costUsd ?? null, whole: true }
}

function toFault(error: unknown, outOfTime: boolean): SearchFault {
  if (error instanceof SearchFault) return error
  if (outOfTime) return new SearchFault('timeout', 'timed out')
  return new SearchFault('error', 'unreadable response')
}

function toFailure(backend: string, error: unknown): SearchFailure {
  if (!(error instanceof SearchFault)) throw error
  return { backend, kind: error.kind, reason: error.message }
}

function toAsked(backend: string, answer: BackendAnswer, query: BackendQuery): Asked {
  const { kind, site, hosts = site === undefined ? null : [site] } = query
  const clean = (raw: BackendAnswer['documents'][number], index: number) =>
    cleanDocument(raw, { backend, rank: index + 1, kind }) ?? []
  const [located, unlocated] = partition(answer.answers ?? [], ({ url }) => url !== '')
  return {
    backend,
    documents: answer.documents
      .flatMap(clean)
      .filter(document => hosts === null || hosts.some(host => isOn(host, document.url))),
    answers: located.flatMap(clean),
    results: unlocated.map(({ content }) => plainText(content, contentCharsMax)).filter(Boolean),
    suggestions: (answer.suggestions ?? []).map(text => plainText(text, suggestionCharsMax)).filter(Boolean),
    unresponsive: (answer.unresponsive ?? []).map(({ engine, reason }) => ({
      backend: `${backend}/${engine}`,
      kind: 'engines' as const,
      reason,
    })),
  }
}

function partition<Entry>(entries: readonly Entry[], holds: (entry: Entry) => boolean): [Entry[], Entry[]] {
  return [entries.filter(holds), entries.filter(entry => !holds(entry))]
}

function isOn(host: string, url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === host || hostname.endsWith(`.${host}`)
}

const urlCharsMax = 2048
const titleCharsMax = 300
const contentCharsMax = 2000
const publishedCharsMax = 40
/** Types whose titles are informative enough. */
const titleIsEnough: ReadonlySet<SearchKind> = new Set(['videos', 'images', 'academic'])

/** A result as plain text with safe URLs; null if nothing is left. */
export function cleanDocument(
  raw: RawDocument,
  origin: { readonly backend: string; readonly rank: number; readonly kind: SearchKind },
): SearchDocument | null {
  const url = toPublicAddress(raw.url)
  if (url === undefined) return null
  const title = plainText(raw.title, titleCharsMax)
  const content = plainText(raw.content, contentCharsMax) || (titleIsEnough.has(origin.kind) ? title : '')
  if (content === '') return null
  const published = plainText(raw.published ?? '', publishedCharsMax)
  const image = toPublicAddress(raw.image)
  const thumbnail = toPublicAddress(raw.thumbnail)
  const frame = origin.kind === 'videos' ? safeFrame(raw.frame, url) : undefined
  return {
    title: title || new URL(url).hostname,
    url,
    content,
    ...(published !== '' && { published }),
    ...(image !== undefined && { image }),
    ...(thumbnail !== undefined && { thumbnail }),
    ...(frame !== undefined && { frame }),
    backend: origin.backend,
    rank: origin.rank,
  }
}

/** An http or https URL without credentials; undefined for `javascript:`, `data:` and invalid URLs. */
function toPublicAddress(address: string | undefined): string | undefined {
  if (address === undefined || address.length > urlCharsMax) return undefined
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}

const videoId = /^[\w-]{6,20}$/

/**
 * The player of a video, for the two services that may be embedded, in their cookie-free form.
 * @param frame the player from the backend, if any
 * @param url the page of the video
 */
export function safeFrame(frame: string | undefined, url: string): string | undefined {
  return toPlayer(frame) ?? toPlayer(url)
}

function toPlayer(address: string | undefined): string | undefined {
  const url =
    address === undefined ? null : URL.parse(address.startsWith('//') ? `https:${address}` : address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const host = url.hostname.replace(/^(www|m)\./, '')
  const [first = '', second = ''] = url.pathname.slice(1).split('/')
  switch (host) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return youtube(first === 'watch' ? url.searchParams.get('v') : first === 'embed' ? second : null)
    case 'youtu.be':
      return youtube(first)
    case 'player.vimeo.com':
      return first === 'video' ? vimeo(second) : undefined
    case 'vimeo.com':
      return vimeo(first)
    default:
      return undefined
  }
}

function youtube(id: string | null): string | undefined {
  return id !== null && videoId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined
}

function vimeo(id: string): string | undefined {
  return /^\d{4,12}$/.test(id) ? `https://player.vimeo.com/video/${id}` : undefined
}

const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head'])
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi big cite code em font i kbd mark q s samp small span strong sub sup tt u var wbr'.split(' '),
)
// Snippets are not documents: `vector<int>` and `a<b and c>d` contain no tags. Only known HTML and journal tags
// count.
const noTag =
  /<(?!\/?(?:jats:|mml:)?(?:a|abbr|article|b|bdi|big|blockquote|br|cite|code|dd|div|dl|dt|em|figure|font|h[1-6]|head|hr|i|iframe|img|italic|kbd|li|mark|math|mfrac|mi|mn|mo|mrow|msub|msup|noscript|ol|p|pre|q|s|samp|script|sec|section|small|span|strong|style|sub|sup|svg|table|tbody|td|template|th|thead|title|tr|tt|u|ul|var|wbr)(?:\s*\/?>|\s+[\w:-]+\s*=)|!--)/gi

/**
 * A snippet as one line of plain text: without tags, scripts and hidden text, with decoded entities.
 * @param charsMax longer texts are truncated, at a word if possible
 */
export function plainText(html: string, charsMax: number): string {
  // Text beyond this limit cannot be in the result, whatever tags come before it.
  const lookedAt = charsMax * 10
  const source = html.length <= lookedAt ? html : html.slice(0, lookedAt).replace(/<[^<>]*$/, '')
  const text = /[<&]/.test(source) ? withoutTags(source) : source
  return cut(cleanText(text).replace(/\s+/gu, ' ').trim(), charsMax)
}

function withoutTags(html: string): string {
  const parts: string[] = []
  let quiet = 0
  const around = (name: string): void => {
    if (!inline.has(name)) parts.push(' ')
  }
  const parser = new Parser({
    onopentagname(name) {
      if (silent.has(name)) quiet++
      around(name)
    },
    ontext(text) {
      if (quiet === 0) parts.push(text)
    },
    onclosetag(name) {
      if (silent.has(name)) quiet--
      around(name)
    },
  })
  parser.end(html.replace(noTag, '&lt;'))
  return parts.join('')
}

const wordCharsMax = 40

function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const start = text.slice(0, charsMax)
  const space = start.lastIndexOf(' ')
  return (space > charsMax - wordCharsMax ? start.slice(0, space) : start).replace(/[\ud800-\udbff]$/, '')
}
