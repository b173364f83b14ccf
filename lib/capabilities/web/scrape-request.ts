import { createHash } from 'node:crypto'
import { type ScrapeFormat, type ScrapeParams, scrapeTimeoutMsDefault } from '#lib/contracts/api/scrape.ts'
import type { PageFormat } from '#lib/web/extract/extraction.ts'
import { ApiError } from '#lib/errors.ts'

/** A scrape request with its defaults, checked against the features of this server. */
export interface ScrapeRequest {
  readonly url: string
  readonly formats: readonly ScrapeFormat[]
  readonly pageFormats: readonly PageFormat[]
  readonly onlyMainContent: boolean
  readonly includeTags: readonly string[]
  readonly excludeTags: readonly string[]
  readonly removeBase64Images: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly skipTlsVerification: boolean
  readonly timeoutMs: number
  readonly parsePdf: boolean
  readonly maxAgeMs: number
  readonly waitMs: number
  readonly screenshot: boolean
  /** Prefix of field paths in errors: `params.` in the envelope, empty in a flat body. */
  readonly prefix: string
}

/** Features of this server. */
export interface ScrapePowers {
  readonly browser: object | null
  readonly allowCookies: boolean
}

/** @throws ApiError `invalid_value`, `url_not_allowed`, `unsupported_parameter` */
export function readScrapeRequest(params: ScrapeParams, prefix: string, powers: ScrapePowers): ScrapeRequest {
  const hasBrowser = powers.browser !== null
  const formats = [...new Set(params.formats ?? ['markdown' as const])]
  const waitMs = params.waitFor ?? 0
  const screenshot = formats.includes('screenshot')
  if (screenshot && !hasBrowser) throw needsBrowser(`${prefix}formats`, 'A screenshot')
  if (waitMs > 0 && !hasBrowser) throw needsBrowser(`${prefix}waitFor`, 'Waiting for scripts')
  const entries = Object.entries(params.headers ?? {})
  const cookie = entries.find(([name]) => name.toLowerCase() === 'cookie')
  if (cookie !== undefined && !powers.allowCookies) {
    const message = 'Sending cookies is disabled. The operator can enable it: `scrape: { cookies: true }`.'
    throw new ApiError('invalid_value', message, { param: `${prefix}headers.${cookie[0]}` })
  }
  return {
    url: readTarget(params.url.trim(), `${prefix}url`),
    formats,
    pageFormats: formats.filter(format => format !== 'rawHtml' && format !== 'screenshot'),
    onlyMainContent: params.onlyMainContent ?? true,
    includeTags: params.includeTags ?? [],
    excludeTags: params.excludeTags ?? [],
    removeBase64Images: params.removeBase64Images ?? true,
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
    mobile: params.mobile ?? false,
    skipTlsVerification: params.skipTlsVerification ?? false,
    timeoutMs: params.timeout ?? scrapeTimeoutMsDefault,
    parsePdf: params.parsePDF ?? true,
    maxAgeMs: params.maxAge ?? 0,
    waitMs,
    screenshot,
    prefix,
  }
}

/** The cache key of a fetch; extraction options do not matter. */
export function cacheKeyOf(request: ScrapeRequest): string {
  const { url, headers, mobile, skipTlsVerification, waitMs, parsePdf } = request
  const page = new URL(url)
  page.hash = /^#!?\//.test(page.hash) ? page.hash : ''
  const sent = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const parts = JSON.stringify([page.href, sent, mobile, skipTlsVerification, waitMs, parsePdf])
  return createHash('sha256').update(parts).digest('hex')
}

export function readTarget(text: string, param: string): string {
  const url = URL.parse(text)
  if (url === null) {
    const message = 'Invalid URL. Use an absolute URL such as https://example.com/page.'
    throw new ApiError('invalid_value', message, { param })
  }
  if (url.protocol === 'http:' || url.protocol === 'https:') return text
  throw new ApiError('url_not_allowed', 'Only http and https URLs are supported.', { param })
}

function needsBrowser(param: string, what: string): ApiError {
  const message = `${what} requires a browser, and none is configured. The operator can set CHROMIUM_PATH.`
  return new ApiError('unsupported_parameter', message, { param })
}
