import type {
  ScrapeData,
  scrapeContract,
  scrapeFlatContract,
  scrapeFlatV2Contract,
  ScrapeParams,
} from '#lib/contracts/api/scrape.ts'
import type { PageMemoryLimiter, PageMemory } from '#lib/web/fetch/page-memory.ts'
import type { Handler } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { savePage } from '#lib/capabilities/library/save-page.ts'
import type { LibraryWriter } from '#lib/capabilities/library/library-writer.ts'
import { type AskedLibrary, targetCollection } from '#lib/capabilities/library/target-collection.ts'
import { countTokens, prepareCounting } from '#lib/capabilities/tokens/count-tokens.ts'
import { ignoredScrapeOptions, refuseScrapeOptions } from './firecrawl-options.ts'
import { type ScrapeDeps, scrapePage } from './scrape-page.ts'
import { readScrapeRequest, type ScrapeRequest } from './scrape-request.ts'
import { toWebEnvelope } from './web-envelope.ts'
import { writeWebJson } from './web-json.ts'
import type { WrittenJson } from '#lib/capabilities/written-json.ts'

export interface ScrapeOptions extends Omit<ScrapeDeps, 'space'> {
  /** Whether callers may send cookies to pages. */
  readonly allowCookies: boolean
  /** Memory limiter for pages and their output until the response is sent. */
  readonly memory: PageMemoryLimiter
  readonly library: LibraryWriter
  readonly version: string
}

/** Reads a page; request and response use the envelope. */
export function createScrape(options: ScrapeOptions): Handler<typeof scrapeContract> {
  return ({ params }, context) =>
    answer(options, async space => {
      const { data, tokens } = await scrape(params, 'params.', context, { ...options, space })
      return toWebEnvelope('scrape', data, tokens, options.version)
    })
}

export type ScrapeText = (params: ScrapeParams, context: RequestContext) => Promise<ScrapeData>

/** The same for callers that do not send the page as it is: nothing is serialized. */
export function createScrapeText(options: ScrapeOptions): ScrapeText {
  return async (params, context) => {
    const space = options.memory()
    try {
      const { data } = await scrape(params, '', context, { ...options, space })
      return data
    } finally {
      space.leave()
    }
  }
}

/** The same with a flat body. */
export function createScrapeFlat(options: ScrapeOptions): Handler<typeof scrapeFlatContract> {
  return (params, context) => {
    refuseScrapeOptions(params)
    return answer(options, async space => {
      const { data } = await scrape(params, '', context, { ...options, space })
      return { success: true, data: withWarning(data, ignoredScrapeOptions(params)) }
    })
  }
}

/** The same for version 2 requests. */
export function createScrapeFlatV2(
  scrapeFlat: Handler<typeof scrapeFlatContract>,
): Handler<typeof scrapeFlatV2Contract> {
  return ({ formats, ...params }, context) => {
    refuseScrapeOptions({ formats })
    const names = formats?.map(format => (typeof format === 'string' ? format : format.type))
    return scrapeFlat({ ...params, formats: names }, context)
  }
}

function withWarning(data: ScrapeData, warning: string | null): ScrapeData {
  if (warning === null) return data
  return { ...data, warning: data.warning === undefined ? warning : `${data.warning} ${warning}` }
}

async function answer(
  { memory }: ScrapeOptions,
  read: (space: PageMemory) => Promise<object>,
): Promise<WrittenJson> {
  const space = memory()
  try {
    return await writeWebJson(await read(space))
  } finally {
    space.leave()
  }
}

async function scrape(
  params: ScrapeParams,
  prefix: string,
  context: RequestContext,
  options: ScrapeOptions & ScrapeDeps,
): Promise<{ data: ScrapeData; tokens: number }> {
  const request = readScrapeRequest(params, prefix, options)
  prepareCounting()
  const data = await scrapeAndSave(request, params.library, context, options)
  const text = data.markdown ?? data.text ?? ''
  const counted = text.slice(0, countedCharsMax)
  const tokens = Math.round((await countTokens(counted)) * (text.length / Math.max(1, counted.length)))
  const usage = { prompt_tokens: 0, completion_tokens: tokens, total_tokens: tokens }
  context.usage.meter(usage, { estimated: counted.length < text.length })
  return { data, tokens }
}

/** The library saves Markdown, whatever format was requested. */
async function scrapeAndSave(
  request: ScrapeRequest,
  asked: AskedLibrary,
  context: RequestContext,
  options: ScrapeOptions & ScrapeDeps,
): Promise<ScrapeData> {
  const collection = await targetCollection(asked, context.caller, options.library)
  if (collection === null) return await scrapePage(request, context, options)
  const given = request.formats.includes('markdown')
  const data = await scrapePage(given ? request : withMarkdown(request), context, options)
  context.trace.kept(await savePage(data, collection, context.caller, options.library))
  if (given) return data
  const { markdown: _kept, ...shown } = data
  return shown
}

function withMarkdown(request: ScrapeRequest): ScrapeRequest {
  const { formats, pageFormats } = request
  return { ...request, formats: [...formats, 'markdown'], pageFormats: [...pageFormats, 'markdown'] }
}

// The tokens of a very long page are extrapolated from its first million characters.
const countedCharsMax = 1_000_000
