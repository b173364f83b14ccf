import { z } from 'zod'
import { defineContract, type FailureFace } from '#lib/contracts/core/contract.ts'
import { collectionSchema } from './library-item.ts'
import { scrapeExamples, scrapeFlatExamples } from './scrape-examples.ts'
import { usageSchema } from './usage.ts'

export const scrapeTimeoutMsDefault = 30_000

export const scrapeFormats = ['markdown', 'html', 'rawHtml', 'text', 'links', 'screenshot'] as const
export type ScrapeFormat = (typeof scrapeFormats)[number]

const selectorsSchema = z.array(z.string().min(1).max(200)).max(50)

const refused: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const headersMax = 50

/** Headers for the page. Those that frame a request, name its host or belong to a proxy are refused. */
const scrapeHeadersSchema = z.record(z.string(), z.string().max(8192)).superRefine((headers, context) => {
  const names = Object.keys(headers)
  if (names.length > headersMax)
    context.addIssue({ code: 'custom', message: `at most ${headersMax} headers` })
  for (const name of names) {
    const reason = refusal(name, headers[name] ?? '')
    if (reason !== null) context.addIssue({ code: 'custom', path: [name], message: reason })
  }
})

/** What `params` of a scrape holds; the flat body of `/v1/scrape` is the same. Unknown fields are ignored. */
export const scrapeParamsSchema = z
  .looseObject({
    url: z.string().min(1).max(2048).describe('The page to read; http or https.'),
    formats: z
      .array(z.enum(scrapeFormats))
      .min(1)
      .max(10)
      .nullish()
      .describe('What to return; a screenshot needs a browser on the server.')
      .meta({ default: ['markdown'] }),
    onlyMainContent: z
      .boolean()
      .nullish()
      .describe('The article without menus and footers; the whole page where there is none.')
      .meta({ default: true }),
    includeTags: selectorsSchema
      .nullish()
      .describe('CSS selectors: keep only what matches.')
      .meta({ default: [] }),
    excludeTags: selectorsSchema
      .nullish()
      .describe('CSS selectors: take out what matches, before anything is chosen.')
      .meta({ default: [] }),
    headers: scrapeHeadersSchema.nullish().describe('Sent to the page.').meta({ default: {} }),
    timeout: z
      .int()
      .min(1000)
      .max(120_000)
      .nullish()
      .describe('Milliseconds for everything.')
      .meta({ default: scrapeTimeoutMsDefault }),
    waitFor: z
      .int()
      .min(0)
      .max(60_000)
      .nullish()
      .describe(
        'Milliseconds that a browser lets the page’s scripts run; above 0 it needs one on the server.',
      )
      .meta({ default: 0 }),
    maxAge: z
      .int()
      .min(0)
      .nullish()
      .describe(
        'A kept copy not older than these milliseconds will do; 0: always fetch. Copies are kept a day.',
      )
      .meta({ default: 0 }),
    mobile: z.boolean().nullish().describe('Ask as a phone.').meta({ default: false }),
    skipTlsVerification: z.boolean().nullish().describe('Accept any certificate.').meta({ default: false }),
    removeBase64Images: z
      .boolean()
      .nullish()
      .describe('Leave out images that are written into the page.')
      .meta({ default: true }),
    parsePDF: z
      .boolean()
      .nullish()
      .describe('Read PDF files as text; false: they are refused.')
      .meta({ default: true }),
    library: z
      .union([z.boolean(), collectionSchema])
      .nullish()
      .describe(
        '`true`, or the name of a collection: also keep the page in the library of the team; `false`: never. Absent: as the team has set it.',
      ),
  })
  .meta({ id: 'ScrapeParams' })

export const scrapeRequestSchema = z
  .looseObject({ model: z.literal('scrape'), params: scrapeParamsSchema })
  .meta({ id: 'ScrapeRequest' })

const metadataSchema = z.looseObject({
  title: z.string(),
  description: z.string(),
  language: z.string(),
  sourceURL: z.string().describe('As asked.'),
  url: z.string().describe('After redirects.'),
  statusCode: z.int().describe('Of the page; its own errors are no error of this call.'),
  contentType: z.string(),
  author: z.string().optional(),
  publishedTime: z.string().optional(),
  canonical: z.string().optional(),
})

/** The formats that were asked for, and what the page says about itself. */
export const scrapeDataSchema = z
  .looseObject({
    markdown: z.string().optional(),
    html: z.string().optional().describe('Of the chosen content, without scripts and hidden text.'),
    rawHtml: z.string().optional().describe('As it came, decoded.'),
    text: z.string().optional(),
    links: z.array(z.string()).optional().describe('Of the whole page; absolute, each once.'),
    screenshot: z.string().optional().describe('A data address of a PNG image.'),
    metadata: metadataSchema,
    warning: z.string().optional(),
  })
  .meta({ id: 'ScrapeData' })

export const scrapeCompletionSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('scrape.completion'),
    created: z.int(),
    model: z.literal('scrape'),
    data: scrapeDataSchema,
    usage: usageSchema.describe('`completion_tokens`: what the page costs a chat call as input.'),
    system_fingerprint: z.string(),
  })
  .meta({ id: 'ScrapeCompletion' })

export type ScrapeParams = z.output<typeof scrapeParamsSchema>
export type ScrapeData = z.output<typeof scrapeDataSchema>

/** A page through the envelope of `/v1/web`. */
export const scrapeContract = defineContract({
  id: 'scrape',
  method: 'POST',
  path: '/v1/web',
  summary: 'Read a web page as Markdown, HTML, text or links',
  scope: 'web',
  encoding: 'json',
  input: scrapeRequestSchema,
  output: scrapeCompletionSchema,
  examples: scrapeExamples,
})

/** How a scrape with a flat body fails: a text instead of an object. */
const scrapeFailure: FailureFace = {
  schema: z
    .object({ success: z.literal(false), error: z.string(), code: z.string() })
    .meta({ id: 'ScrapeFailure' }),
  print: (message, code) => ({ success: false, error: message, code }),
}

/** The same with its parameters at the top of the body, as Firecrawl's clients send and read it. */
export const scrapeFlatContract = defineContract({
  id: 'scrape-flat',
  method: 'POST',
  path: '/v1/scrape',
  summary: 'Read a web page; parameters at the top of the body',
  scope: 'web',
  encoding: 'json',
  input: scrapeParamsSchema,
  output: z.looseObject({ success: z.literal(true), data: scrapeDataSchema }).meta({ id: 'ScrapeAnswer' }),
  failure: scrapeFailure,
  examples: scrapeFlatExamples,
})

const formatObjectSchema = z.looseObject({ type: z.enum(scrapeFormats) })

/** The second version's spelling, where a format may be an object with its type. */
export const scrapeFlatV2Contract = defineContract({
  ...scrapeFlatContract,
  id: 'scrape-flat-v2',
  path: '/v2/scrape',
  summary: 'Read a web page; parameters at the top of the body, formats as names or objects',
  input: scrapeParamsSchema
    .extend({
      formats: z
        .array(z.union([z.enum(scrapeFormats), formatObjectSchema]))
        .min(1)
        .max(10)
        .nullish()
        .describe('What to return, as names or as objects with a type.')
        .meta({ default: ['markdown'] }),
    })
    .meta({ id: 'ScrapeV2Params' }),
})

function refusal(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'this is no name of a header'
  if (refused.has(lower) || lower.startsWith('proxy-') || lower.startsWith('x-forwarded-')) {
    return 'this header cannot be set'
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? 'a header holds Latin letters without control characters'
    : null
}
