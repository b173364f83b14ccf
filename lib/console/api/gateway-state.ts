import 'server-only'
import { z } from 'zod'
import { modelKinds, modelSchema } from '#lib/contracts/api/models.ts'
import { deploymentStateSchema } from '#lib/contracts/console/providers.ts'
import { readInternal } from './read-internal.ts'

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
  cooldowns: z.array(z.object({ name: z.string(), reason: z.string(), wait_ms: z.number() })).default([]),
  deployments: z.array(deploymentStateSchema.extend({ model: z.string() })).default([]),
  lost_keys: z.array(z.string()).default([]),
  models: z.array(modelSchema),
  defaults: z.partialRecord(z.enum(modelKinds), z.string()),
  next_embedder: z.string(),
  search: z.object({ order: z.array(z.string()), listed: z.boolean() }),
  problems: z.object({ providers: reasons, search: reasons, models: reasons, defaults: reasons }),
})

export type GatewayState = z.output<typeof stateSchema>

/**
 * The gateway's provider state; null if it does not respond: pages then show less.
 * @param options.models whether to include all models, which may take the gateway seconds to collect
 */
export function readGatewayState(
  signal: AbortSignal,
  { models }: { readonly models: boolean },
): Promise<GatewayState | null> {
  return readInternal(models ? '/internal/providers?models=true' : '/internal/providers', stateSchema, signal)
}
