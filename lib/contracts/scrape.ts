import { z } from 'zod'
import { defineContract } from './contract.ts'
import { collectionSchema } from './library-item.ts'
import { scrapeExamples, scrapeFlatExamples } from './scrape-examples.ts'
import { scrapeFailure } from './scrape-failure.ts'
import { scrapeHeadersSchema } from './scrape-headers.ts'
import { usageSchema } from './usage.ts'

export const scrapeTimeoutMsDefault = 30_000

export const scrapeFormats = ['markdown', 'html', 'rawHtml', 'text', 'links', 'screenshot'] as const
export type ScrapeFormat = (typeof scrapeFormats)[number]

const selectorsSchema = z.array(z.string().min(1).max(200)).max(50)

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
