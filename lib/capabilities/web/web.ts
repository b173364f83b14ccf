import type { mapContract, mapV2Contract, MapEvent, MapRequest } from '#lib/contracts/api/map.ts'
import type { scrapeContract, scrapeFlatContract, scrapeFlatV2Contract } from '#lib/contracts/api/scrape.ts'
import type { mapEnvelopeContract } from '#lib/contracts/api/web.ts'
import type { Browser } from '#lib/web/browser/browser.ts'
import type { MapBudgets } from '#lib/web/crawl/map-budgets.ts'
import { createExtractPool } from '#lib/web/extract/extract-pool.ts'
import { createPageMemoryLimiter } from '#lib/web/fetch/page-memory.ts'
import type { Handler, EventStream, StreamItem } from '#lib/capabilities/handler.ts'
import type { LibraryWriter } from '#lib/capabilities/library/library-writer.ts'
import type { PageCache } from './page-cache.ts'
import type {
  WebGuarding,
  FromWebThread,
  ToWebThread,
  WebJob,
  WebResults,
  WebThreadSettings,
} from './web-work.ts'
import type { ReadPdf } from '#lib/capabilities/documents/read-pdf.ts'
import { refuseMapOptions } from './firecrawl-options.ts'
import {
  createScrape,
  createScrapeFlat,
  createScrapeFlatV2,
  createScrapeText,
  type ScrapeText,
} from './scrape.ts'
import { createReadPage } from '#lib/capabilities/search/retrieve/create-read-page.ts'
import {
  createSearches,
  type Searches,
  type SearchesOptions,
} from '#lib/capabilities/search/retrieve/create-searches.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import { ApiError } from '#lib/errors.ts'
import { toWebEnvelope } from './web-envelope.ts'
import { writeWebJson } from './web-json.ts'
import { Worker } from 'node:worker_threads'
import type { CheckRobots } from '#lib/web/fetch/robots/check-robots.ts'
import type { FetchPage } from '#lib/web/fetch/fetch-page.ts'
import { ignoredTrace } from '#lib/capabilities/request-context.ts'
import type { MapContext } from './map.ts'
import { fromWebFailure } from './web-failure.ts'
import { type CallListener, WorkerCalls } from '#lib/worker-calls.ts'

export interface WebSettings {
  /** Overrides the default limits of a map. */
  readonly map: Partial<MapBudgets>
  /** Whether robots.txt applies to single pages, and whether clients may send cookies. */
  readonly scrape: { readonly robots: boolean; readonly cookies: boolean }
}

export interface WebOptions {
  readonly guarding: WebGuarding
  readonly pages: PageCache
  readonly readPdf: ReadPdf
  readonly library: LibraryWriter
  readonly searching: Omit<SearchesOptions, 'readPage' | 'version'>
  /** Null: scripts of pages are not run. */
  readonly browser: Browser | null
  readonly settings?: WebSettings
  /** How many pages are turned into text at a time. */
  readonly workers: number
  readonly version: string
}

/** All web capabilities, in every request format. */
export interface Web {
  readonly map: Handler<typeof mapContract>
  readonly mapV2: Handler<typeof mapV2Contract>
  readonly mapEnvelope: Handler<typeof mapEnvelopeContract>
  readonly scrape: Handler<typeof scrapeContract>
  readonly scrapeFlat: Handler<typeof scrapeFlatContract>
  readonly scrapeFlatV2: Handler<typeof scrapeFlatV2Contract>
  readonly scrapeText: ScrapeText
  readonly search: Searches['search']
  readonly answerOnly: Searches['answerOnly']
  readonly rawSearch: Searches['raw']
  readonly hasSearchBackends: Searches['hasBackends']
}

const memoryBytesMax = 512 * 1024 * 1024

/** Creates them with one worker, whose fetch rate-limits requests per site. */
export function createWeb({
  guarding,
  pages,
  readPdf,
  library,
  searching,
  browser,
  settings,
  workers,
  version,
}: WebOptions): Web {
  const thread = createWebThread({ guarding, budgets: settings?.map ?? {} })
  const map = createMap(thread)
  const deps = {
    fetchPage: thread.fetchPage,
    extract: createExtractPool({ workers }),
    pages,
    readPdf,
    library,
    browser,
    checkRobots: settings?.scrape.robots === true ? thread.checkRobots : null,
    memory: createPageMemoryLimiter(memoryBytesMax),
    allowCookies: settings?.scrape.cookies === true,
    version,
  }
  const scrapeFlat = createScrapeFlat(deps)
  const searches = createSearches({ ...searching, readPage: createReadPage(deps), version })
  return {
    map,
    mapV2: createMapV2(map),
    mapEnvelope: createMapEnvelope(thread, version),
    scrape: createScrape(deps),
    scrapeFlat,
    scrapeFlatV2: createScrapeFlatV2(scrapeFlat),
    scrapeText: createScrapeText(deps),
    search: searches.search,
    answerOnly: searches.answerOnly,
    rawSearch: searches.raw,
    hasSearchBackends: searches.hasBackends,
  }
}

/** Lists the pages of a website, complete or as a stream. */
function createMap(thread: WebThread): Handler<typeof mapContract> {
  return (input, context) => {
    refuseMapOptions(input)
    if (input.stream === true) return thread.streamPages(input, context)
    return thread.ask({ kind: 'writePages', input }, context).then(parts => new WrittenJson(parts))
  }
}

/** The same for version 2 requests. */
function createMapV2(map: Handler<typeof mapContract>): Handler<typeof mapV2Contract> {
  return ({ sitemap, ...input }, context) => {
    if (sitemap === null || sitemap === undefined) return map(input, context)
    return map({ ...input, ignoreSitemap: sitemap === 'skip', sitemapOnly: sitemap === 'only' }, context)
  }
}

/** Lists the pages of a website, in the envelope and without streaming. */
function createMapEnvelope(thread: WebThread, version: string): Handler<typeof mapEnvelopeContract> {
  return async ({ params }, context) => {
    try {
      const { success: _, ...data } = await thread.ask({ kind: 'findPages', input: params }, context)
      return await writeWebJson(toWebEnvelope('map', data, 0, version))
    } catch (error) {
      throw below(error)
    }
  }
}

/** Its fields are one level deeper than in a flat body. */
function below(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.param === null) return error
  return new ApiError(error.code, error.message, { param: `params.${error.param}`, cause: error.cause })
}

const memoryMegabytesMax = 1024

/** The worker that visits websites. Even a hostile site cannot block other requests of the gateway. */
interface WebThread {
  /**
   * @throws what the job throws; the signal's reason; Error when the worker crashed; the next job starts
   * another
   */
  ask<J extends WebJob>(job: J, context: MapContext): Promise<WebResults[J['kind']]>
  streamPages(input: MapRequest, context: MapContext): EventStream<MapEvent>
  readonly fetchPage: FetchPage
  readonly checkRobots: CheckRobots
}

/** Started by the first job, and stopped after ten idle minutes. */
export function createWebThread(settings: WebThreadSettings): WebThread {
  const calls = new WorkerCalls<ToWebThread, WebMessage>({
    start() {
      const worker = new Worker(new URL('./web-worker.ts', import.meta.url), {
        workerData: settings,
        resourceLimits: { maxOldGenerationSizeMb: settings.memoryMegabytes ?? memoryMegabytesMax },
      })
      worker.on('message', (message: FromWebThread) => {
        if (message.kind === 'stray') void Promise.reject(fromWebFailure(message.failure))
      })
      return worker
    },
    idleMs: 600_000,
    stopped: 'The web worker stopped.',
  })

  async function* talk(job: WebJob, context: MapContext) {
    context.signal.throwIfAborted()
    const inbox = new WebInbox(context.signal)
    const call = calls.open(inbox)
    let over = false
    try {
      call.post({ kind: 'start', job })
      for (;;) {
        const message = await inbox.take()
        over = message.kind === 'end' || message.kind === 'failed'
        switch (message.kind) {
          case 'end':
            return message.result
          case 'failed':
            throw fromWebFailure(message.failure)
          case 'truncated':
            context.trace.truncated(message.budgets)
            break
          case 'waited':
            context.trace.waited('upstream', message.ms)
            break
          case 'item':
            yield message.item
            call.post({ kind: 'next' })
        }
      }
    } finally {
      if (!over) call.post({ kind: 'leave' })
      inbox.close()
      call.close()
    }
  }

  async function ask<J extends WebJob>(job: J, context: MapContext): Promise<WebResults[J['kind']]> {
    const { value } = await talk(job, context).next()
    return value as WebResults[J['kind']]
  }

  async function* streamPages(input: MapRequest, context: MapContext): AsyncGenerator<StreamItem<MapEvent>> {
    yield* talk({ kind: 'streamPages', input }, context)
  }

  return {
    ask,
    streamPages,
    fetchPage: ({ signal, ...request }) => ask({ kind: 'fetchPage', request }, alone(signal)),
    async checkRobots(url, { signal, param }) {
      await ask({ kind: 'checkRobots', url, param }, alone(signal))
    },
  }
}

function alone(signal: AbortSignal): MapContext {
  return { signal, trace: ignoredTrace }
}

/** A message for a job. */
type WebMessage = Exclude<FromWebThread, { kind: 'stray' }>

/** Messages of the worker for one job, read one by one. */
class WebInbox implements CallListener<WebMessage> {
  readonly #signal: AbortSignal
  readonly #waiting: WebMessage[] = []
  readonly #onAbort = (): void => this.fail(this.#signal.reason as Error)
  #taker: { resolve(message: WebMessage): void; reject(error: Error): void } | null = null
  #failure: Error | null = null

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  put(message: WebMessage): void {
    const taker = this.#taker
    if (taker === null) return void this.#waiting.push(message)
    this.#taker = null
    taker.resolve(message)
  }

  fail(error: Error): void {
    this.#failure ??= error
    this.#taker?.reject(error)
    this.#taker = null
  }

  /** @throws the error of the job, or the signal's reason */
  take(): Promise<WebMessage> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    const message = this.#waiting.shift()
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve, reject) => {
      this.#taker = { resolve, reject }
    })
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
