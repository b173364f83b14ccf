import { z } from 'zod'
import { defineContract, type ErrorFormat } from '#lib/contracts/core/contract.ts'
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

/** Request headers for the page. Framing, host and proxy headers are rejected. */
const scrapeHeadersSchema = z.record(z.string(), z.string().max(8192)).superRefine((headers, context) => {
  const names = Object.keys(headers)
  if (names.length > headersMax)
    context.addIssue({ code: 'custom', message: `at most ${headersMax} headers` })
  for (const name of names) {
    const reason = refusal(name, headers[name] ?? '')
    if (reason !== null) context.addIssue({ code: 'custom', path: [name], message: reason })
  }
})

/** The `params` of a scrape, and the flat body of `/v1/scrape`. Unknown fields are ignored. */
export const scrapeParamsSchema = z
  .looseObject({
    url: z.string().min(1).max(2048).describe('URL of the page; http or https.'),
    formats: z
      .array(z.enum(scrapeFormats))
      .min(1)
      .max(10)
      .nullish()
      .describe('Formats to return; a screenshot requires a browser on the server.')
      .meta({ default: ['markdown'] }),
    onlyMainContent: z
      .boolean()
      .nullish()
      .describe('Only the main content, without menus and footers; the whole page if none is found.')
      .meta({ default: true }),
    includeTags: selectorsSchema
      .nullish()
      .describe('CSS selectors of the elements to keep.')
      .meta({ default: [] }),
    excludeTags: selectorsSchema
      .nullish()
      .describe('CSS selectors of the elements to remove first.')
      .meta({ default: [] }),
    headers: scrapeHeadersSchema.nullish().describe('Request headers for the page.').meta({ default: {} }),
    timeout: z
      .int()
      .min(1000)
      .max(120_000)
      .nullish()
      .describe('Timeout for the whole call, in milliseconds.')
      .meta({ default: scrapeTimeoutMsDefault }),
    waitFor: z
      .int()
      .min(0)
      .max(60_000)
      .nullish()
      .describe('Milliseconds to wait for the page’s scripts; above 0 requires a browser on the server.')
      .meta({ default: 0 }),
    maxAge: z
      .int()
      .min(0)
      .nullish()
      .describe('Maximum age of a cached copy in milliseconds; 0: always fetch. Copies are cached for a day.')
      .meta({ default: 0 }),
    mobile: z.boolean().nullish().describe('Use the user agent of a phone.').meta({ default: false }),
    skipTlsVerification: z
      .boolean()
      .nullish()
      .describe('Skip TLS certificate verification.')
      .meta({ default: false }),
    removeBase64Images: z
      .boolean()
      .nullish()
      .describe('Remove images embedded as data: URLs.')
      .meta({ default: true }),
    parsePDF: z
      .boolean()
      .nullish()
      .describe('Read PDF files as text; false: reject them.')
      .meta({ default: true }),
    library: z
      .union([z.boolean(), collectionSchema])
      .nullish()
      .describe(
        '`true` or a collection name: also save the page in the team’s library; `false`: do not save. Default: the team’s setting.',
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
  sourceURL: z.string().describe('URL of the request.'),
  url: z.string().describe('URL after redirects.'),
  statusCode: z.int().describe('HTTP status of the page. An error status does not fail this call.'),
  contentType: z.string(),
  author: z.string().optional(),
  publishedTime: z.string().optional(),
  canonical: z.string().optional(),
})

/** The requested formats and the metadata of the page. */
export const scrapeDataSchema = z
  .looseObject({
    markdown: z.string().optional(),
    html: z.string().optional().describe('HTML of the selected content, without scripts and hidden text.'),
    rawHtml: z.string().optional().describe('HTML as received, decoded.'),
    text: z.string().optional(),
    links: z.array(z.string()).optional().describe('All links of the page; absolute, without duplicates.'),
    screenshot: z.string().optional().describe('A PNG image as a data: URL.'),
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
    usage: usageSchema.describe('`completion_tokens`: the size of the page as chat input.'),
    system_fingerprint: z.string(),
  })
  .meta({ id: 'ScrapeCompletion' })

export type ScrapeParams = z.output<typeof scrapeParamsSchema>
export type ScrapeData = z.output<typeof scrapeDataSchema>

/** A page in the envelope of `/v1/web`. */
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

/** Error format of a scrape with a flat body: a string instead of an object. */
const scrapeFailure: ErrorFormat = {
  schema: z
    .object({ success: z.literal(false), error: z.string(), code: z.string() })
    .meta({ id: 'ScrapeFailure' }),
  print: ({ message, code }) => ({ success: false, error: message, code }),
}

/** The same with parameters at the top level of the body, as Firecrawl's clients send and read it. */
export const scrapeFlatContract = defineContract({
  id: 'scrape-flat',
  method: 'POST',
  path: '/v1/scrape',
  summary: 'Read a web page; parameters at the top level',
  scope: 'web',
  encoding: 'json',
  input: scrapeParamsSchema,
  output: z.looseObject({ success: z.literal(true), data: scrapeDataSchema }).meta({ id: 'ScrapeAnswer' }),
  failure: scrapeFailure,
  examples: scrapeFlatExamples,
})

const formatObjectSchema = z.looseObject({ type: z.enum(scrapeFormats) })

/** The version 2 spelling, where a format may be an object with its type. */
export const scrapeFlatV2Contract = defineContract({
  ...scrapeFlatContract,
  id: 'scrape-flat-v2',
  path: '/v2/scrape',
  summary: 'Read a web page; parameters at the top level, formats as names or objects',
  input: scrapeParamsSchema
    .extend({
      formats: z
        .array(z.union([z.enum(scrapeFormats), formatObjectSchema]))
        .min(1)
        .max(10)
        .nullish()
        .describe('Formats to return, as names or objects with a type.')
        .meta({ default: ['markdown'] }),
    })
    .meta({ id: 'ScrapeV2Params' }),
})

function refusal(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'is not a valid header name'
  if (refused.has(lower) || lower.startsWith('proxy-') || lower.startsWith('x-forwarded-')) {
    return 'cannot be set'
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? 'must contain Latin characters without control characters'
    : null
}
