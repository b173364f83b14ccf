import type { ServerResponse } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { type BodyRoom, createBodyRoom } from './http/body-room.ts'

const answerRoom = createBodyRoom(512 * 1024 * 1024)
// Smaller ones go whatever else goes.
const freeBytes = 1024 * 1024
const fullRetryMs = 2000

/**
 * Takes room for a large answer until its connection has taken all of it: many that are read slowly lie in memory
 * together.
 * @throws ApiError `rate_limit_exceeded` when there is no room for so many more
 */
export function takeAnswerRoom(
  outgoing: ServerResponse,
  sizeBytes: number,
  room: BodyRoom = answerRoom,
): void {
  if (sizeBytes <= freeBytes || outgoing.destroyed) return
  if (!room.take(sizeBytes)) {
    const message = 'Too many large answers are being read at once. Try again in a moment.'
    throw new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
  }
  outgoing.once('close', () => room.giveBack(sizeBytes))
}
