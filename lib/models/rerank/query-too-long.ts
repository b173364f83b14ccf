import { ApiError } from '#lib/errors.ts'

export function queryTooLong(modelId: string, tokensMax: number): ApiError {
  return new ApiError(
    'context_length_exceeded',
    `The query exceeds the ${tokensMax} tokens that \`${modelId}\` has for it. Shorten it.`,
    { param: 'query' },
  )
}
