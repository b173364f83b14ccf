import { ApiError } from '#lib/errors.ts'
import type { PromptSegment } from './prompt-segments.ts'

// No vocabulary has longer tokens worth speaking of.
const tokenCharsMax = 128

/** Turns a text away that cannot fit by its length alone, before megabytes of it are cut into tokens. */
export function requireReadable(
  segments: readonly PromptSegment[],
  contextTokens: number,
  modelId: string,
): void {
  const chars = segments.reduce((sum, { text }) => sum + text.length, 0)
  if (chars > contextTokens * tokenCharsMax) throw tooLong(modelId, contextTokens, `${chars} characters`)
}

/**
 * One token is for the answer, one is kept free by the runner.
 * @throws ApiError `context_length_exceeded`
 */
export function requireRoom(promptTokens: number, contextTokens: number, modelId: string): void {
  if (promptTokens + 2 > contextTokens) throw tooLong(modelId, contextTokens, `${promptTokens}`)
}

function tooLong(modelId: string, contextTokens: number, size: string): ApiError {
  return new ApiError(
    'context_length_exceeded',
    `The model \`${modelId}\` was started with a context of ${contextTokens} tokens; the messages and tools take ${size}. Shorten them.`,
    { param: 'messages' },
  )
}
