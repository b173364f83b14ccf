import type { ServerResponse } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { createMemoryLimiter, type MemoryLimiter } from './memory-limiter.ts'

const answerMemory = createMemoryLimiter(512 * 1024 * 1024)
// Smaller responses are always sent.
const freeBytes = 1024 * 1024
const fullRetryMs = 2000

/**
 * Acquires the memory of a large response until its connection closes: many slow readers add up.
 * @throws ApiError `rate_limit_exceeded` when this answer does not fit
 */
export function acquireAnswerMemory(
  outgoing: ServerResponse,
  sizeBytes: number,
  memory: MemoryLimiter = answerMemory,
): void {
  if (sizeBytes <= freeBytes || outgoing.destroyed) return
  if (!memory.acquire(sizeBytes)) {
    const message = 'Too many large responses are in progress. Try again in a moment.'
    throw new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
  }
  outgoing.once('close', () => memory.release(sizeBytes))
}
