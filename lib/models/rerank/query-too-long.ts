import { ApiError } from '#lib/errors.ts'

export function queryTooLong(modelId: string, tokensMax: number): ApiError {
  return new ApiError(
    'context_length_exceeded',
    `The query is longer than the ${tokensMax} tokens that \`${modelId}\` leaves for it. Shorten it.`,
    { param: 'query' },
  )
}
