import type { ScrapeData } from '#lib/contracts/api/scrape.ts'
import type { Browser, RenderedPage } from '#lib/web/browser/browser.ts'
import type { Extract } from '#lib/web/extract/extract-pool.ts'
import type { Extraction } from '#lib/web/extract/extraction.ts'
import { checkSelectors } from '#lib/web/extract/check-selectors.ts'
import type { CheckRobots } from '#lib/web/fetch/robots/check-robots.ts'
import type { FetchPage } from '#lib/web/fetch/fetch-page.ts'
import type { PageMemory } from '#lib/web/fetch/page-memory.ts'
import type { Page } from '#lib/web/fetch/page.ts'
import { ApiError } from '#lib/errors.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import type { PageCache } from './page-cache.ts'
import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import { cacheKeyOf, type ScrapeRequest } from './scrape-request.ts'

export interface ScrapeDeps {
  readonly fetchPage: FetchPage
  readonly extract: Extract
  readonly readPdf: ReadPdf
  readonly pages: PageCache
  /** Null: robots.txt is ignored for single pages. */
  readonly checkRobots: CheckRobots | null
  /** Null: pages that need JavaScript stay empty. */
  readonly browser: Browser | null
  /** The page's share of the memory limit. */
  readonly space: PageMemory
}

type PageContext = Pick<RequestContext, 'signal' | 'caller' | 'trace'>

/**
 * Reads one page as requested: from the cache when a copy is fresh enough, with a browser where scripts are
 * needed and one is configured.
 * @throws ApiError as fetching does; `rate_limit_exceeded` when the memory limit is reached; `fetch_timeout`
 * at the total deadline
 */
export async function scrapePage(
  request: ScrapeRequest,
  context: PageContext,
  deps: ScrapeDeps,
): Promise<ScrapeData> {
  await checkSelectors('includeTags', request.includeTags, request.prefix)
  await checkSelectors('excludeTags', request.excludeTags, request.prefix)
  const deadline = AbortSignal.timeout(request.timeoutMs)
  const signal = AbortSignal.any([context.signal, deadline])
  const startedAt = performance.now()
  deps.extract.prepare()
  try {
    const asking = { signal, param: `${request.prefix}url` }
    await deps.checkRobots?.(request.url, asking)
    const { page, screenshot } = await openPage(request, context, deps, signal)
    if (page.url !== request.url) await deps.checkRobots?.(page.url, asking)
    const extraction = await readContent(page, request, deps, signal)
    if (!extraction.needsScripts || usesBrowser(request)) {
      return toData(page, { ...extraction, needsScripts: false }, screenshot, request)
    }
    const rendered = await tryToRender(request, deps.browser, signal)
    if (rendered === null) return toData(page, extraction, screenshot, request)
    // Replaces the empty page in the cache, so that its scripts run only once.
    await savePage(rendered.page, request, context, deps)
    const content = await readContent(rendered.page, request, deps, signal)
    return toData(rendered.page, { ...content, needsScripts: false }, null, request)
  } catch (error) {
    if (deadline.aborted && !context.signal.aborted) throw tooLate(request, error)
    throw error
  } finally {
    context.trace.waited('upstream', performance.now() - startedAt)
  }
}

async function openPage(
  request: ScrapeRequest,
  context: PageContext,
  deps: ScrapeDeps,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const { pages, browser } = deps
  const key = keyOf(request)
  const copy =
    key === null ? null : await pages.find(context.caller.teamId, key, Date.now() - request.maxAgeMs)
  if (request.maxAgeMs > 0) context.trace.cached(copy !== null)
  if (copy !== null) return { page: copy, screenshot: null }
  const opened =
    browser !== null && usesBrowser(request)
      ? await render(browser, request, signal)
      : { page: await fetchText(request, deps, signal), screenshot: null }
  await savePage(opened.page, request, context, deps)
  return opened
}

/** The page, or the text of a PDF file. */
async function fetchText(
  request: ScrapeRequest,
  { fetchPage, readPdf }: ScrapeDeps,
  signal: AbortSignal,
): Promise<Page> {
  const asked = toPageRequest(request, signal)
  const fetched = await fetchPage(asked)
  if (fetched.kind !== 'pdf') return fetched
  const { bytes, ...about } = fetched
  const { text } = await readPdf(bytes, asked)
  return { ...about, kind: 'text', text }
}

function keyOf(request: ScrapeRequest): string | null {
  return request.maxAgeMs > 0 && !request.screenshot ? cacheKeyOf(request) : null
}

async function savePage(
  page: Page,
  request: ScrapeRequest,
  context: PageContext,
  { pages }: ScrapeDeps,
): Promise<void> {
  const key = keyOf(request)
  if (key !== null && page.status >= 200 && page.status < 300)
    await pages.save(context.caller.teamId, key, page)
}

function usesBrowser({ waitMs, screenshot }: ScrapeRequest): boolean {
  return waitMs > 0 || screenshot
}

/** The empty page with its warning is better than an error of a browser that was not requested. */
async function tryToRender(
  request: ScrapeRequest,
  browser: Browser | null,
  signal: AbortSignal,
): Promise<RenderedPage | null> {
  if (browser === null) return null
  try {
    return await render(browser, request, signal)
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error
    return null
  }
}

function render(browser: Browser, request: ScrapeRequest, signal: AbortSignal): Promise<RenderedPage> {
  const { waitMs, screenshot } = request
  return browser.render({ ...toPageRequest(request, signal), waitMs, screenshot })
}

function toPageRequest(request: ScrapeRequest, signal: AbortSignal) {
  const { url, headers, mobile, skipTlsVerification, timeoutMs, parsePdf: takesPdf, prefix } = request
  const param = `${prefix}url`
  return { url, headers, mobile, skipTlsVerification, timeoutMs, takesPdf, signal, param }
}

async function readContent(
  { kind, text, url }: Page,
  request: ScrapeRequest,
  { extract, space }: ScrapeDeps,
  signal: AbortSignal,
): Promise<Extraction> {
  // Each format is about as large as the page.
  space.grow(text.length * (1 + request.formats.length))
  const { pageFormats: formats, onlyMainContent, includeTags, excludeTags, removeBase64Images } = request
  const options = { formats, onlyMainContent, includeTags, excludeTags, removeBase64Images }
  return await extract({ kind, text, url, options }, signal)
}

function toData(
  page: Page,
  extraction: Extraction,
  screenshot: Buffer | null,
  { url, formats }: ScrapeRequest,
): ScrapeData {
  const { metadata, markdown, html, text, links } = extraction
  const made = {
    markdown,
    html,
    text,
    links: links === undefined ? undefined : [...links],
    rawHtml: page.text,
    screenshot: screenshot === null ? undefined : `data:image/png;base64,${screenshot.toString('base64')}`,
  }
  const warning = warningOf(page, extraction)
  return {
    ...Object.fromEntries(
      formats.filter(format => made[format] !== undefined).map(format => [format, made[format]]),
    ),
    metadata: {
      ...metadata,
      sourceURL: url,
      url: page.url,
      statusCode: page.status,
      contentType: page.contentType,
    },
    ...(warning !== '' && { warning }),
  }
}

function warningOf(page: Page, { needsScripts, notes }: Extraction): string {
  return [
    ...(page.status >= 400 ? [`The page returned HTTP ${page.status}.`] : []),
    ...(page.text.trim() === '' ? ['The page is empty.'] : []),
    ...(needsScripts ? ['The page needs JavaScript to render, which requires a browser.'] : []),
    ...notes,
  ].join(' ')
}

function tooLate({ timeoutMs, prefix }: ScrapeRequest, cause: unknown): ApiError {
  const message = `The page was not read within ${timeoutMs} ms. Increase \`timeout\` (maximum 120000).`
  return new ApiError('fetch_timeout', message, { param: `${prefix}url`, cause })
}
