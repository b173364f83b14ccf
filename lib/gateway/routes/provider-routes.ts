import { z } from 'zod'
import type { OpenCircuit } from '#lib/capabilities/attempts/circuit.ts'
import type { Cooldown } from '#lib/capabilities/routing/cooldowns.ts'
import type { DeploymentState } from '#lib/capabilities/routing/deployment-states.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { DefaultModels } from '#lib/contracts/api/search/answer-model.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { SetupProblems } from '#lib/gateway/added-setup.ts'
import type { RouteHandler } from '#lib/gateway/http/endpoint.ts'
import type { ProviderHealth } from '#lib/gateway/metering/provider-health.ts'
import { parseBody } from '#lib/gateway/http/parse-body.ts'
import { jsonLimits, readBody } from '#lib/gateway/http/read-body.ts'
import { requestId } from '#lib/gateway/http/request-id.ts'
import { sendError, sendJson } from '#lib/gateway/http/send.ts'

const apiFields = {
  kind: z.string().max(50),
  server: z.string().max(50).nullable(),
  messagesApi: z.string().max(2048).nullable(),
  // A console of the version before does not send it.
  responsesApi: z.string().max(2048).nullable().default(null),
}

/** The target of a test: a stored row with unsaved changes, a configuration entry, or an unsaved draft. */
const testSchema = z.union([
  z.object({ stored: z.string().max(200), changes: z.object(apiFields).nullable().default(null) }),
  z.object({ configured: z.string().max(200), purpose: z.enum(['models', 'search']) }),
  z.object({
    draft: z.object({
      purpose: z.enum(['models', 'search']),
      name: z.string().max(200),
      ...apiFields,
      baseUrl: z.string().max(2048).nullable(),
      apiKey: z.string().max(4096).nullable(),
      moreKeys: z.array(z.string().max(4096)).max(15).default([]),
    }),
  }),
])

export type TestQuestion = z.output<typeof testSchema>

/** Result of a real request: `hits` for a search backend, `models` for all others. */
type Probe =
  | {
      readonly ok: true
      readonly latencyMs: number
      readonly models?: readonly { readonly id: string; readonly kind: string }[]
      readonly hits?: number
      /** Of a provider that has it beside its own format. */
      readonly messagesApi?: FormatProbe
      readonly responsesApi?: FormatProbe
    }
  | {
      readonly ok: false
      readonly latencyMs: number
      readonly status?: number | null
      readonly reason: string
    }

type FormatProbe =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number | null; readonly reason: string }

/** Provider state that the console shows but does not store. */
export interface ProviderAdmin {
  /** Absent: of the gateway alone. */
  readonly health?: ProviderHealth
  readonly providerIds: () => readonly string[]
  readonly problems: () => SetupProblems
  /** The IDs of saved keys that cannot be decrypted. */
  readonly lostKeys: () => readonly string[]
  readonly circuits: () => readonly OpenCircuit[]
  /** Keys and deployments that are not used for a while. */
  readonly cooldowns: () => readonly Cooldown[]
  /** Of the models that have several. */
  readonly deployments: () => readonly DeploymentState[]
  /** Includes models that are not ready or disabled. */
  readonly models: () => Promise<readonly Model[]>
  /** The models for requests that name none. */
  readonly defaults: () => DefaultModels
  /** Public id of the library's embedding model from the next start on. */
  readonly nextEmbedder: () => string
  /** Search backends in query order; `listed`: the operator's list determines them, and no other is used. */
  readonly search: () => { readonly order: readonly string[]; readonly listed: boolean }
  /** Sends a real request. @throws ApiError `not_found` */
  readonly test: (question: TestQuestion, signal: AbortSignal) => Promise<Probe>
}

export interface ProviderRoutes {
  readonly state: RouteHandler
  readonly test: RouteHandler
}

/** `/internal/providers`, `?models=true` with all models, and `/internal/providers/test`, for the console alone. */
export function createProviderRoutes(admin: ProviderAdmin, health: ProviderHealth): ProviderRoutes {
  return {
    async state(incoming, outgoing) {
      // Model lists may require requests to providers, so they are included only on request.
      const wanted = incoming.url?.endsWith('?models=true') === true
      const { providers, search, models, defaults } = admin.problems()
      sendJson(
        outgoing,
        200,
        {
          providers: admin.providerIds().map(id => ({
            id,
            needs_operator: health.unhealthy.has(id),
            last_error: health.lastFailure(id),
          })),
          circuits: admin.circuits().map(({ key, waitMs }) => ({ key, wait_ms: waitMs })),
          cooldowns: admin.cooldowns().map(({ name, reason, waitMs }) => ({ name, reason, wait_ms: waitMs })),
          deployments: admin.deployments().map(({ waitMs, ...each }) => ({ ...each, wait_ms: waitMs })),
          models: wanted ? await admin.models() : [],
          lost_keys: admin.lostKeys(),
          defaults: admin.defaults(),
          next_embedder: admin.nextEmbedder(),
          search: admin.search(),
          problems: {
            providers: Object.fromEntries(providers),
            search: Object.fromEntries(search),
            models: Object.fromEntries(models),
            defaults: Object.fromEntries(defaults),
          },
        },
        requestId(),
      )
    },

    async test(incoming, outgoing) {
      const left = new AbortController()
      outgoing.once('close', () => left.abort())
      try {
        if (incoming.method !== 'POST') throw new ApiError('method_not_allowed', 'Use POST.')
        const question = testSchema.safeParse(parseBody(await readBody(incoming, jsonLimits)))
        if (!question.success) throw new ApiError('invalid_value', 'The body has nothing to test.')
        const probe = await admin.test(question.data, left.signal)
        sendJson(outgoing, 200, toProbeBody(probe), requestId())
      } catch (error) {
        if (left.signal.aborted) return
        sendError(incoming, outgoing, toApiError(error), requestId())
      }
    },
  }
}

const shownModelsMax = 100

function toProbeBody(probe: Probe): object {
  const { ok, latencyMs } = probe
  if (!ok) return { ok, latency_ms: latencyMs, status: probe.status ?? null, reason: probe.reason }
  // Some servers list a model twice, under two names.
  const models = [...new Map((probe.models ?? []).map(model => [model.id, model])).values()]
  return {
    ok,
    latency_ms: latencyMs,
    models: models.slice(0, shownModelsMax).map(({ id, kind }) => ({ id, kind })),
    models_total: models.length,
    hits: probe.hits ?? null,
    messages_api: probe.messagesApi ?? null,
    responses_api: probe.responsesApi ?? null,
  }
}
