import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { mapExamples } from '#lib/contracts/map-examples.ts'
import { mapFailure } from './map-failure.ts'

const mapLimitMax = 30_000
export const mapLimitDefault = 5000
export const mapTimeoutMsDefault = 30_000

/** The flat body of a mapping request. Unknown fields are ignored. */
export const mapRequestSchema = z
  .looseObject({
    url: z.string().min(1).max(2048).describe('Where mapping starts; without a scheme https, then http.'),
    search: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .describe('Keep only links that fit these words, the best first.'),
    ignoreSitemap: z.boolean().nullish().describe('Never ask for a sitemap.').meta({ default: false }),
    includeSubdomains: z
      .boolean()
      .nullish()
      .describe('Take in every host of the same registrable domain.')
      .meta({ default: false }),
    limit: z
      .int()
      .min(1)
      .max(mapLimitMax)
      .nullish()
      .describe('Most links to return.')
      .meta({ default: mapLimitDefault }),
    timeout: z
      .int()
      .min(1000)
      .max(120_000)
      .nullish()
      .describe('Milliseconds for the whole map.')
      .meta({ default: mapTimeoutMsDefault }),
    sitemapOnly: z.boolean().nullish().describe('Read no links of pages.').meta({ default: false }),
    details: z
      .boolean()
      .nullish()
      .describe('Also say where each link was found, which sitemaps were read and why mapping ended.')
      .meta({ default: false }),
    stream: z.boolean().nullish().describe('Send links while they are found.').meta({ default: false }),
  })
  .meta({ id: 'MapRequest' })

const mapDetailSchema = z.looseObject({
  url: z.string(),
  source: z.enum(['sitemap', 'page', 'crawl']).describe('A sitemap, the start page or a page behind it.'),
  depth: z.int().min(0).describe('Clicks from the start address; 1 for what a sitemap names.'),
  lastmod: z.string().optional().describe('As the sitemap writes it.'),
  title: z.string().optional().describe('Of the page, where it was read.'),
})

/** What a map found; the fields after `links` are there with `details: true` alone. */
export const mapSchema = z
  .looseObject({
    success: z.literal(true),
    links: z.array(z.string()).describe('Absolute, each page once.'),
    details: z.array(mapDetailSchema).optional().describe('In the order of `links`.'),
    sitemaps: z.array(z.string()).optional().describe('Files that were read.'),
    stopped: z.enum(['done', 'limit', 'time', 'pages', 'hosts']).optional(),
  })
  .meta({ id: 'Map' })

const mapChunkSchema = z
  .looseObject({
    object: z.literal('map.chunk'),
    links: z
      .array(z.string())
      .describe('Found since the last event, at most 500; none: only `progress` moved.'),
    details: z.array(mapDetailSchema).optional(),
    progress: z.looseObject({
      pages: z.int().min(0),
      queued: z.int().min(0),
      elapsed_ms: z.int().min(0),
    }),
  })
  .meta({ id: 'MapChunk' })

const mapResultSchema = mapSchema
  .extend({
    object: z.literal('map.result'),
    truncated: z
      .literal(true)
      .optional()
      .describe('A budget cut the map: the header `sextant-truncated` went out before it was known.'),
  })
  .meta({ id: 'MapResult' })

export const mapEventSchema = z.union([mapChunkSchema, mapResultSchema])

export type MapRequest = z.output<typeof mapRequestSchema>
export type MapAnswer = z.output<typeof mapSchema>
export type MapDetail = z.output<typeof mapDetailSchema>
export type MapEvent = z.output<typeof mapEventSchema>

export const mapContract = defineContract({
  id: 'map',
  method: 'POST',
  path: '/v1/map',
  summary: 'List the pages of a website',
  scope: 'web',
  encoding: 'json',
  input: mapRequestSchema,
  output: mapSchema,
  event: mapEventSchema,
  failure: mapFailure,
  examples: mapExamples,
})

/** The same under the second version's address, where one field says what to do with sitemaps. */
export const mapV2Contract = defineContract({
  ...mapContract,
  id: 'map-v2',
  path: '/v2/map',
  summary: 'List the pages of a website; `sitemap` says whether its sitemaps are read',
  input: mapRequestSchema
    .extend({
      sitemap: z
        .enum(['include', 'skip', 'only'])
        .nullish()
        .describe('In the place of ignoreSitemap and sitemapOnly.')
        .meta({ default: 'include' }),
    })
    .meta({ id: 'MapV2Request' }),
})
