import 'server-only'
import { z } from 'zod'
import { modelKinds, modelSchema } from '#lib/contracts/api/models.ts'
import { internalTarget } from './api-target.ts'
import { poolFor } from './pool.ts'

const reasons = z.record(z.string(), z.string())

const stateSchema = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      needs_operator: z.boolean(),
      last_error: z
        .object({ at: z.number(), code: z.string(), message: z.string(), over: z.boolean() })
        .nullable(),
    }),
  ),
  circuits: z.array(z.object({ key: z.string(), wait_ms: z.number() })),
  models: z.array(modelSchema),
  defaults: z.partialRecord(z.enum(modelKinds), z.string()),
  next_embedder: z.string(),
  search: z.object({ order: z.array(z.string()), listed: z.boolean() }),
  problems: z.object({ providers: reasons, search: reasons, models: reasons, defaults: reasons }),
})

export type GatewayState = z.output<typeof stateSchema>

const deadlineMs = 5_000
const bytesMax = 16 * 1024 * 1024

/**
 * The gateway's provider state; null if it does not respond: pages then show less.
 * @param options.models whether to include all models, which may take the gateway seconds to collect
 */
export async function readGatewayState(
  signal: AbortSignal,
  { models }: { readonly models: boolean },
): Promise<GatewayState | null> {
  const target = internalTarget()
  if (target === null) return null
  const answer = await poolFor(target.baseUrl)
    .request({
      method: 'GET',
      path: models ? '/internal/providers?models=true' : '/internal/providers',
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
  const read = stateSchema.safeParse(JSON.parse(Buffer.concat(parts).toString()))
  return read.success ? read.data : null
}
