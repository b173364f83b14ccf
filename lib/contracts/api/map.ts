import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { mapExamples } from '#lib/contracts/map-examples.ts'
import { mapFailure } from './map-failure.ts'

const mapLimitMax = 30_000
export const mapLimitDefault = 5000
export const mapTimeoutMsDefault = 30_000

/** The flat body of a map request. Unknown fields are ignored. */
export const mapRequestSchema = z
  .looseObject({
    url: z.string().min(1).max(2048).describe('Start URL; without a scheme, https is tried before http.'),
    search: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .describe('Return only links that match these words, best match first.'),
    ignoreSitemap: z.boolean().nullish().describe('Do not read sitemaps.').meta({ default: false }),
    includeSubdomains: z
      .boolean()
      .nullish()
      .describe('Include all hosts of the same registrable domain.')
      .meta({ default: false }),
    limit: z
      .int()
      .min(1)
      .max(mapLimitMax)
      .nullish()
      .describe('Maximum number of links.')
      .meta({ default: mapLimitDefault }),
    timeout: z
      .int()
      .min(1000)
      .max(120_000)
      .nullish()
      .describe('Timeout for the whole map, in milliseconds.')
      .meta({ default: mapTimeoutMsDefault }),
    sitemapOnly: z
      .boolean()
      .nullish()
      .describe('Use only sitemaps; do not crawl pages.')
      .meta({ default: false }),
    details: z
      .boolean()
      .nullish()
      .describe('Include the source of each link, the sitemaps read and the stop reason.')
      .meta({ default: false }),
    stream: z.boolean().nullish().describe('Stream links as they are found.').meta({ default: false }),
  })
  .meta({ id: 'MapRequest' })

const mapDetailSchema = z.looseObject({
  url: z.string(),
  source: z.enum(['sitemap', 'page', 'crawl']).describe('A sitemap, the start page or a crawled page.'),
  depth: z.int().min(0).describe('Clicks from the start URL; 1 for links in a sitemap.'),
  lastmod: z.string().optional().describe('As stated in the sitemap.'),
  title: z.string().optional().describe('Title of the page, if it was crawled.'),
})

/** Result of a map; the fields after `links` require `details: true`. */
export const mapSchema = z
  .looseObject({
    success: z.literal(true),
    links: z.array(z.string()).describe('Absolute URLs without duplicates.'),
    details: z.array(mapDetailSchema).optional().describe('In the order of `links`.'),
    sitemaps: z.array(z.string()).optional().describe('Sitemap files read.'),
    stopped: z.enum(['done', 'limit', 'time', 'pages', 'hosts']).optional(),
  })
  .meta({ id: 'Map' })

const mapChunkSchema = z
  .looseObject({
    object: z.literal('map.chunk'),
    links: z
      .array(z.string())
      .describe('Links since the last event, at most 500; empty when only `progress` changed.'),
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
      .describe('A limit cut the map short after the `sextant-truncated` header was sent.'),
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

/** The same operation in version 2, where one field controls the use of sitemaps. */
export const mapV2Contract = defineContract({
  ...mapContract,
  id: 'map-v2',
  path: '/v2/map',
  summary: 'List the pages of a website; `sitemap` controls the use of sitemaps',
  input: mapRequestSchema
    .extend({
      sitemap: z
        .enum(['include', 'skip', 'only'])
        .nullish()
        .describe('Replaces ignoreSitemap and sitemapOnly.')
        .meta({ default: 'include' }),
    })
    .meta({ id: 'MapV2Request' }),
})
