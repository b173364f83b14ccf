import 'server-only'
import type { z } from 'zod'
import { readJson } from '#lib/read-json.ts'
import { internalTarget } from './api-target.ts'
import { poolFor } from './pool.ts'

const deadlineMs = 5_000
const bytesMax = 16 * 1024 * 1024

/** Reads from an operator route of the gateway; null if it does not respond, or runs go to another server. */
export async function readInternal<S extends z.ZodType>(
  path: string,
  schema: S,
  signal: AbortSignal,
): Promise<z.output<S> | null> {
  const target = internalTarget()
  if (target === null) return null
  const answer = await poolFor(target.baseUrl)
    .request({
      method: 'GET',
      path,
      headers: target.headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    })
    .catch(() => null)
  if (answer === null) return null
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    sizeBytes += part.byteLength
    if (sizeBytes > bytesMax) return null
    parts.push(part)
  }
  if (answer.statusCode !== 200) return null
  // Decoded as a whole: a chunk may end within a character.
  const read = schema.safeParse(readJson(Buffer.concat(parts).toString()))
  return read.success ? read.data : null
}
