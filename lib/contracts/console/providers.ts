import { z } from 'zod'
import { openAiServers, providerKinds } from '#lib/known-providers.ts'
import { modelSchema } from '#lib/contracts/api/models.ts'

const purpose = z.enum(['models', 'search'])
const name = z
  .string()
  .trim()
  .max(60)
  .regex(/^[\w][\w.-]*$/, 'is made of letters, digits, dots, dashes and underscores')
  .refine(id => id !== 'local', 'is the embedded engine; choose another')
const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2048)
  .refine(text => !/^[^:]+:\/\/[^/]*@/.test(text), 'holds no name or password; the key has its own field')
  .refine(text => !/[?#]/.test(text), 'ends with its path')
  .transform(text => text.replace(/\/+$/, ''))
const apiKey = z
  .string()
  .trim()
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, 'is made of printable characters without spaces')
const kind = z.enum([...providerKinds, 'search'])
/** The server behind `kind: 'openai'`; absent: by the address. */
const server = z.enum(openAiServers).nullable()

/** `base_url` null: the known address of the name. */
export const newProviderSchema = z.object({
  purpose,
  name,
  kind,
  server: server.default(null),
  base_url: baseUrl.nullable().default(null),
  api_key: apiKey.nullable().default(null),
})

/** What is absent stays; but a new `base_url` without an `api_key` leaves none. */
export const providerPatchSchema = z.object({
  kind: kind.exactOptional(),
  server: server.exactOptional(),
  base_url: baseUrl.exactOptional(),
  api_key: apiKey.nullable().exactOptional(),
  enabled: z.boolean().exactOptional(),
})

export const providerOrderSchema = z.object({ ids: z.array(z.string().max(100)).max(500) })

/** A row of the console by its id, an entry of the configuration by its name, or what is not stored yet. */
export const providerTestSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('stored'), id: z.string().max(200) }),
  z.object({ of: z.literal('configured'), name: z.string().max(200), purpose }),
  newProviderSchema.extend({ of: z.literal('draft') }),
])

/** `hits`: of a search backend. `status`: the provider's own; null: no answer came. */
export const providerProbeSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    latency_ms: z.number(),
    models: z.array(z.object({ id: z.string(), kind: z.string() })),
    models_total: z.number(),
    hits: z.number().nullable(),
  }),
  z.object({
    ok: z.literal(false),
    latency_ms: z.number(),
    status: z.number().nullable(),
    reason: z.string(),
  }),
])

const healthSchema = z.object({
  /** It refuses our key, or wants to be paid. */
  needs_operator: z.boolean(),
  last_error: z
    .object({ at: z.number(), code: z.string(), message: z.string(), over: z.boolean() })
    .nullable(),
  /** Models or kinds of search that are not asked now, because they kept failing. */
  open_circuits: z.array(z.object({ of: z.string(), wait_ms: z.number() })),
})

export const providerSchema = z.object({
  /** Null: of the configuration, which is changed in its own place. */
  id: z.string().nullable(),
  purpose,
  name: z.string(),
  kind: z.string(),
  server: z.string().nullable(),
  base_url: z.string().nullable(),
  /** `sk-…abcd`; null: no key. */
  key_hint: z.string().nullable(),
  from: z.enum(['file', 'environment', 'console']),
  enabled: z.boolean(),
  /** Why it is not in use although it is switched on. */
  problem: z.string().nullable(),
  /** Null: the gateway did not say. */
  health: healthSchema.nullable(),
})

export const providersSchema = z.object({
  providers: z.array(providerSchema),
  /** A list of the operator's says who may be asked; backends of the console are not. */
  search_listed: z.boolean(),
  /** Networks that ALLOW_PRIVATE_PROVIDERS opens. */
  private_networks: z.array(z.string()),
  /** Names, addresses and what they need, for the form. */
  known: z.array(
    z.object({
      purpose,
      name: z.string(),
      base_url: z.string().nullable(),
      gives: z.enum(['key', 'address']),
    }),
  ),
})

export const providerJobs = ['chat', 'embeddings', 'rerank', 'speech'] as const

const usdPerMillion = z.number().min(0).max(1_000_000)

/** What is absent stays; null: as its provider or the configuration says. */
export const modelPatchSchema = z.object({
  model: z.string().min(1).max(256),
  enabled: z.boolean().exactOptional(),
  price: z.object({ input: usdPerMillion, output: usdPerMillion }).nullable().exactOptional(),
  context_window: z.int().min(1).max(100_000_000).nullable().exactOptional(),
  fallbacks: z.array(z.string().trim().min(1).max(256)).max(8).nullable().exactOptional(),
})

export const namedModelSchema = z.object({
  id: z
    .string()
    .trim()
    .regex(/^\S{1,200}$/, 'must have no spaces'),
  provider: z.string().min(1).max(60),
  upstream: z
    .string()
    .trim()
    .regex(/^\S{1,256}$/, 'must have no spaces'),
  kind: z.enum(providerJobs),
})

/** `model` null: the usual one of this installation. */
export const modelDefaultSchema = z.object({
  job: z.enum(providerJobs),
  model: z.string().min(1).max(256).nullable(),
})

export const modelRowSchema = modelSchema.extend({
  enabled: z.boolean(),
  /** Of its price, window and fallbacks, which the configuration states: those are changed there. */
  fixed: z.array(z.enum(['price', 'context_window', 'fallbacks'])),
  fallbacks: z.array(z.string()),
  /** The console's own name for this model of a provider; null: it has none. */
  named: z.object({ provider: z.string(), upstream: z.string() }).nullable(),
  problem: z.string().nullable(),
})

/** Ordered as they are found; `total`: how many fit the search. */
export const modelRowsSchema = z.object({
  models: z.array(modelRowSchema),
  total: z.number(),
  defaults: z.array(
    z.object({
      job: z.enum(providerJobs),
      /** What is asked now; null: nothing of the kind is there. */
      model: z.string().nullable(),
      chosen: z.string().nullable(),
      from: z.enum(['file', 'console', 'usual']),
      /** What the library is read with until the next start; null: what is asked now, or it has nothing to do with it. */
      until_restart: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
})

/** An embedded model with what it takes. */
export const localModelsSchema = z.object({
  data: z.array(
    modelSchema.extend({
      size_bytes: z.number().optional(),
      memory_bytes: z.number().optional(),
      title: z.string().optional(),
      licence: z.object({ name: z.string(), url: z.string() }).optional(),
    }),
  ),
})

export type NewProviderInput = z.input<typeof newProviderSchema>
export type ProviderPatchInput = z.input<typeof providerPatchSchema>
export type ProviderView = z.output<typeof providerSchema>
export type Providers = z.output<typeof providersSchema>
export type ProviderTestInput = z.input<typeof providerTestSchema>
export type ProviderProbe = z.output<typeof providerProbeSchema>
export type ModelPatchInput = z.input<typeof modelPatchSchema>
export type NamedModelInput = z.input<typeof namedModelSchema>
export type ModelRow = z.output<typeof modelRowSchema>
export type ModelRows = z.output<typeof modelRowsSchema>
export type ProviderJob = (typeof providerJobs)[number]
export type LocalModel = z.output<typeof localModelsSchema>['data'][number]
