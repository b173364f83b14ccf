import { defineContract } from '#lib/contracts/core/contract.ts'
import { searchChunkSchema, searchCompletionSchema } from './search-answer.ts'
import { searchExamples } from './search-examples.ts'
import { searchRequestSchema } from './search-params.ts'

export type {
  SearchChunk,
  SearchCompletion,
  SearchFinish,
  SearchImage,
  SearchSource,
  SearchVideo,
} from './search-answer.ts'
export type {
  SearchBackendReport,
  SearchDetails,
  SearchOrigin,
  SearchStep,
  SearchStepName,
} from './search-details.ts'
export { searchSteps } from './search-details.ts'
export type { FocusMode, OptimizationMode, SearchParams, SearchRequest } from './search-params.ts'
export { focusModes, optimizationModes } from './search-params.ts'

/** A question, answered with sources from the search backends and the team's library. */
export const searchContract = defineContract({
  id: 'search',
  method: 'POST',
  path: '/v1/web',
  summary: 'Answer a question from the web and the library, with sources',
  scope: 'web',
  encoding: 'json',
  input: searchRequestSchema,
  output: searchCompletionSchema,
  event: searchChunkSchema,
  examples: searchExamples,
})
