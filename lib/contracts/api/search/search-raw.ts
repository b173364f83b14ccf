import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'
import { rawSearchExamples } from './search-examples.ts'
import { focusModes, searchLanguageSchema, searchLibrarySchema, searchQuerySchema } from './search-params.ts'
import { usageSchema } from '#lib/contracts/api/usage.ts'

export const rawSearchLimitDefault = 10

const rawSearchParamsSchema = z
  .looseObject({
    query: searchQuerySchema,
    focusMode: z
      .enum(focusModes.filter(mode => mode !== 'writingAssistant'))
      .nullish()
      .describe('Where to search.')
      .meta({ default: 'webSearch' }),
    limit: z
      .int()
      .min(1)
      .max(50)
      .nullish()
      .describe('Maximum number of results.')
      .meta({ default: rawSearchLimitDefault }),
    library: searchLibrarySchema.nullish(),
    language: searchLanguageSchema.nullish(),
  })
  .meta({ id: 'RawSearchParams' })

const rawSearchDataSchema = z
  .looseObject({
    results: z.array(
      z.looseObject({ title: z.string(), url: z.string(), content: z.string().describe('Plain text.') }),
    ),
    answers: z.array(z.string()).describe('A direct answer of a backend, such as a calculation.'),
    failures: z.array(z.looseObject({ backend: z.string(), reason: z.string() })),
  })
  .meta({ id: 'RawSearchData' })

/** Results of the backends and the library, without a model. */
export const rawSearchContract = defineContract({
  id: 'web-search',
  method: 'POST',
  path: '/v1/web',
  summary: 'Search the web and the library; results only',
  scope: 'web',
  encoding: 'json',
  input: z
    .looseObject({ model: z.literal('search'), params: rawSearchParamsSchema })
    .meta({ id: 'RawSearchRequest' }),
  output: z
    .looseObject({
      id: z.string(),
      object: z.literal('search.results'),
      created: z.int(),
      model: z.literal('search'),
      data: rawSearchDataSchema,
      usage: usageSchema,
      system_fingerprint: z.string(),
    })
    .meta({ id: 'SearchResults' }),
  examples: rawSearchExamples,
})
