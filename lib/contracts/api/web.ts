import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { mapExamples } from '#lib/contracts/map-examples.ts'
import { mapFailure } from './map-failure.ts'
import { mapEventSchema, mapRequestSchema, mapSchema } from './map.ts'
import { scrapeExamples } from './scrape-examples.ts'
import { scrapeCompletionSchema, scrapeRequestSchema } from './scrape.ts'
import { rawSearchContract } from './search/search-raw.ts'
import { searchChunkSchema } from './search/search-answer.ts'
import { searchContract } from './search/search.ts'
import { usageSchema } from './usage.ts'

/** The envelope version of a map: the same fields under `params`. It does not stream. */
export const mapEnvelopeContract = defineContract({
  id: 'web-map',
  method: 'POST',
  path: '/v1/web',
  summary: 'List the pages of a website, with the envelope format',
  scope: 'web',
  encoding: 'json',
  input: z.looseObject({ model: z.literal('map'), params: mapRequestSchema }).meta({ id: 'MapEnvelope' }),
  output: z
    .looseObject({
      id: z.string(),
      object: z.literal('map.completion'),
      created: z.int(),
      model: z.literal('map'),
      data: mapSchema.omit({ success: true }),
      usage: usageSchema,
      system_fingerprint: z.string(),
    })
    .meta({ id: 'MapCompletion' }),
  examples: mapExamples.map(({ title, description, input }) => ({
    title,
    description,
    input: { model: 'map' as const, params: input },
  })),
})

/** Every body that `/v1/web` accepts: an envelope with `model`, or the flat body of a map request. */
export const webContract = defineContract({
  id: 'web',
  method: 'POST',
  path: '/v1/web',
  summary:
    'Answer a question with sources (`model: "sextant-ai-search"`), search (`search`), read a page (`scrape`) or list the pages of a website (`map`, or its fields alone)',
  scope: 'web',
  encoding: 'json',
  input: z.union([
    searchContract.input,
    rawSearchContract.input,
    scrapeRequestSchema,
    mapEnvelopeContract.input,
    mapRequestSchema,
  ]),
  output: z.union([
    searchContract.output,
    rawSearchContract.output,
    scrapeCompletionSchema,
    mapEnvelopeContract.output,
    mapSchema,
  ]),
  event: z.union([searchChunkSchema, mapEventSchema]),
  otherFailure: mapFailure,
  examples: [
    ...searchContract.examples,
    ...rawSearchContract.examples,
    ...scrapeExamples,
    ...mapEnvelopeContract.examples,
    ...mapExamples,
  ],
})
