import type {
  ScrapeData,
  scrapeContract,
  scrapeFlatContract,
  scrapeFlatV2Contract,
  ScrapeParams,
} from '#lib/contracts/scrape.ts'
import type { Call, Handler } from './call.ts'
import { countTokens } from './count-tokens.ts'
import { type ScrapeParts, scrapePage } from './scrape-page.ts'
import { readScrapeRequest } from './scrape-request.ts'
import { toWebEnvelope } from './web-envelope.ts'
import { writeWebJson } from './web-json.ts'

export interface ScrapeOptions extends ScrapeParts {
  /** Whether callers may send cookies to pages. */
  readonly allowCookies: boolean
  readonly version: string
}

/** Reads a page, asked and answered in the envelope. */
export function createScrape(options: ScrapeOptions): Handler<typeof scrapeContract> {
  return async ({ params }, call) => {
    const { data, tokens } = await scrape(params, 'params.', call, options)
    return await writeWebJson(toWebEnvelope('scrape', data, tokens, options.version))
  }
}

/** The same with a flat body. */
export function createScrapeFlat(options: ScrapeOptions): Handler<typeof scrapeFlatContract> {
  return async (params, call) => {
    const { data } = await scrape(params, '', call, options)
    return await writeWebJson({ success: true, data })
  }
}

/** The same for the second version's requests. */
export function createScrapeFlatV2(
  scrapeFlat: Handler<typeof scrapeFlatContract>,
): Handler<typeof scrapeFlatV2Contract> {
  return ({ formats, ...params }, call) => {
    const names = formats?.map(format => (typeof format === 'string' ? format : format.type))
    return scrapeFlat({ ...params, formats: names }, call)
  }
}

async function scrape(
  params: ScrapeParams,
  prefix: string,
  call: Call,
  options: ScrapeOptions,
): Promise<{ data: ScrapeData; tokens: number }> {
  const request = readScrapeRequest(params, prefix, options)
  const data = await scrapePage(request, call, options)
  const text = data.markdown ?? data.text ?? ''
  const counted = text.slice(0, countedCharsMax)
  const tokens = Math.round((await countTokens(counted)) * (text.length / Math.max(1, counted.length)))
  const usage = { prompt_tokens: 0, completion_tokens: tokens, total_tokens: tokens }
  call.meter(usage, { estimated: counted.length < text.length })
  return { data, tokens }
}

// Of ten million characters the first million says how many tokens the rest has.
const countedCharsMax = 1_000_000
