import { z } from 'zod'
import { hasNineDecimals, nineDecimals } from './budgets.ts'
import { openAiServers, providerKinds } from '#lib/known-providers.ts'
import { modelSchema } from '#lib/contracts/api/models.ts'

const purpose = z.enum(['models', 'search'])
const name = z
  .string()
  .trim()
  .max(60)
  .regex(/^[\w][\w.-]*$/, 'must contain only letters, digits, dots, dashes and underscores')
  .refine(id => id !== 'local', 'is the embedded engine; choose another name')
const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2048)
  .refine(
    text => !/^[^:]+:\/\/[^/]*@/.test(text),
    'must not contain a name or password; enter the key in its own field',
  )
  .refine(text => !/[?#]/.test(text), 'must end with its path')
  .transform(text => text.replace(/\/+$/, ''))
const apiKey = z
  .string()
  .trim()
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, 'must contain only printable characters without spaces')
const kind = z.enum([...providerKinds, 'search'])
/** The server behind `kind: 'openai'`; absent: detected from the URL. */
const server = z.enum(openAiServers).nullable()

/** Where the provider has another API format; null: the default of its kind and server. */
const apiFormat = z
  .string()
  .trim()
  .max(2048)
  .regex(
    /^(base|off|\/(?!\/)[^\s?#\\]*)$/,
    'must be a path on the host of the base URL, such as /anthropic/v1',
  )
  .transform(path => (path.length > 1 ? path.replace(/\/+$/, '') : path))
  .nullable()

/** `base_url` null: the known URL for the name. */
export const newProviderSchema = z.object({
  purpose,
  name,
  kind,
  server: server.default(null),
  base_url: baseUrl.nullable().default(null),
  messages_api: apiFormat.default(null),
  responses_api: apiFormat.default(null),
  api_key: apiKey.nullable().default(null),
  /** They share the requests with `api_key`. */
  more_api_keys: z.array(apiKey).max(15).default([]),
})

/**
 * Absent fields stay unchanged, but a new `base_url` without keys removes the old ones. `api_keys` are all keys in
 * order, new ones or saved ones by their ID; `api_key` is the only one.
 */
export const providerPatchSchema = z.object({
  kind: kind.exactOptional(),
  server: server.exactOptional(),
  base_url: baseUrl.exactOptional(),
  messages_api: apiFormat.exactOptional(),
  responses_api: apiFormat.exactOptional(),
  api_key: apiKey.nullable().exactOptional(),
  api_keys: z
    .array(z.union([z.object({ saved: z.string().max(64) }), z.object({ key: apiKey })]))
    .max(16)
    .exactOptional(),
  enabled: z.boolean().exactOptional(),
})

export const providerOrderSchema = z.object({ ids: z.array(z.string().max(100)).max(500) })

/** A console entry by id, a configuration entry by name, or an unsaved draft. */
export const providerTestSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('stored'),
    id: z.string().max(200),
    /** Unsaved changes. */
    changes: z
      .object({ kind, server, messages_api: apiFormat, responses_api: apiFormat.default(null) })
      .nullable()
      .default(null),
  }),
  z.object({ of: z.literal('configured'), name: z.string().max(200), purpose }),
  newProviderSchema.extend({ of: z.literal('draft') }),
])

/** Null: it is not tested. */
const formatProbe = z
  .discriminatedUnion('ok', [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), status: z.number().nullable(), reason: z.string() }),
  ])
  .nullable()
  .default(null)

/** `hits`: for a search backend. `status`: from the provider; null: no response. */
export const providerProbeSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    latency_ms: z.number(),
    models: z.array(z.object({ id: z.string(), kind: z.string() })),
    models_total: z.number(),
    hits: z.number().nullable(),
    messages_api: formatProbe,
    responses_api: formatProbe,
  }),
  z.object({
    ok: z.literal(false),
    latency_ms: z.number(),
    status: z.number().nullable(),
    reason: z.string(),
  }),
])

const healthSchema = z.object({
  /** The provider rejects our key or requires payment. */
  needs_operator: z.boolean(),
  last_error: z
    .object({ at: z.number(), code: z.string(), message: z.string(), over: z.boolean() })
    .nullable(),
  /** Models or search types that are temporarily disabled after repeated failures. */
  open_circuits: z.array(z.object({ of: z.string(), wait_ms: z.number() })),
  /** Keys that the provider rejects or whose balance is empty, such as `openai-a#2`, while others may work. */
  rejected_keys: z.array(z.object({ name: z.string(), wait_ms: z.number() })).default([]),
})

export const providerSchema = z.object({
  /** Null: set in the configuration, which is changed there. */
  id: z.string().nullable(),
  purpose,
  name: z.string(),
  kind: z.string(),
  server: z.string().nullable(),
  base_url: z.string().nullable(),
  /** As in `newProviderSchema`, or the URL that the configuration sets. */
  messages_api: z.string().nullable(),
  /** Likewise. */
  responses_api: z.string().nullable().default(null),
  /** `sk-…abcd`; null: no key. */
  key_hint: z.string().nullable(),
  /** The number of keys that share the requests. */
  keys: z.int().default(1),
  /** The saved keys of the console in order, without the keys. */
  saved_keys: z
    .array(
      z.object({
        id: z.string(),
        hint: z.string(),
        /** Whether ENCRYPTION_KEY cannot decrypt it, so that the others are used without it. */
        lost: z.boolean().default(false),
      }),
    )
    .default([]),
  from: z.enum(['file', 'environment', 'console']),
  enabled: z.boolean(),
  /** Why it is not in use although enabled. */
  problem: z.string().nullable(),
  /** Null: the gateway did not report it. */
  health: healthSchema.nullable(),
})

export const providersSchema = z.object({
  providers: z.array(providerSchema),
  /** An operator's list restricts the providers in use; console entries are excluded. */
  search_listed: z.boolean(),
  /** Networks allowed by ALLOW_PRIVATE_PROVIDERS. */
  private_networks: z.array(z.string()),
  /** Names, URLs and required fields, for the form. */
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

const usdPerMillion = z.number().min(0).max(1_000_000).refine(hasNineDecimals, nineDecimals)
const priceOf = (name: string) => usdPerMillion.meta({ title: `${name} price` })

/** One of several ways to a model. */
const deploymentSchema = z.object({
  provider: z.string().min(1).max(60),
  upstream: z
    .string()
    .trim()
    .regex(/^\S{1,256}$/, 'must have 1 to 256 characters without spaces')
    .meta({ title: 'Model ID' }),
  /** Its share of the requests, relative to the others of its tier. */
  weight: z.int().min(1).max(1000).default(1),
  /** The lowest tier that can be used is. */
  tier: z.int().min(0).max(9).default(0),
  /** Requests in progress, for each key and instance; absent: any number. */
  max_parallel: z.int().min(1).max(100_000).meta({ title: 'Concurrent requests' }).exactOptional(),
  /** The model of the price catalog whose price it has; absent: that of its own name. */
  price_of: z
    .string()
    .trim()
    .regex(/^\S{1,256}$/, 'must have 1 to 256 characters without spaces')
    .meta({ title: 'Catalog model' })
    .exactOptional(),
})

/** A deployment with each of its keys, and whether requests are sent to it now. */
export const deploymentStateSchema = z.object({
  /** `provider/model`, or `provider#2/model` for the second of several keys. */
  name: z.string(),
  weight: z.number(),
  tier: z.number(),
  /** `ready`, `failing`, `rate_limit`, `balance` or `refused`. */
  state: z.string(),
  wait_ms: z.number(),
})

const ratesSchema = z
  .object({
    input: priceOf('Input').exactOptional(),
    output: priceOf('Output').exactOptional(),
    /** Absent: they cost as much as other input. */
    cache_read: priceOf('Cache read').exactOptional(),
    cache_write: priceOf('Cache write').exactOptional(),
    /** Per hour. */
    audio: priceOf('Audio').exactOptional(),
    /** Per thousand searches. */
    search_unit: priceOf('Search').exactOptional(),
    /** Requests with more prompt tokens cost this. */
    above: z
      .object({
        tokens: z.int().min(1).max(100_000_000).meta({ title: 'Prompt size' }),
        input: priceOf('Input').meta({ title: 'Input price above it' }),
        output: priceOf('Output').meta({ title: 'Output price above it' }),
      })
      .exactOptional(),
  })
  .refine(({ input, output }) => output !== undefined || input === undefined, {
    path: ['output'],
    error: 'is required with an input price',
  })
  .refine(({ input, output }) => input !== undefined || output === undefined, {
    path: ['input'],
    error: 'is required with an output price',
  })
  .refine(({ input, above }) => input !== undefined || above === undefined, {
    path: ['input'],
    error: 'is required with a price above a prompt size',
  })
  .refine(rates => Object.keys(rates).length > 0, 'must have a rate')

/** `free`, `catalog` (also of a server of your own), or US dollars, of tokens per million. */
export const modelPriceSchema = z.union([z.enum(['free', 'catalog']), ratesSchema])

/** Absent: unchanged; null: as in the provider or the configuration. */
export const modelPatchSchema = z.object({
  model: z.string().min(1).max(256),
  enabled: z.boolean().exactOptional(),
  price: modelPriceSchema.nullable().exactOptional(),
  context_window: z.int().min(1).max(100_000_000).nullable().exactOptional(),
  fallbacks: z.array(z.string().trim().min(1).max(256)).max(8).nullable().exactOptional(),
  deployments: z.array(deploymentSchema).min(1).max(16).nullable().exactOptional(),
})

/** The name of a model or alias; `local/` stands for models whose data does not leave the server. */
const publicName = z
  .string()
  .trim()
  .regex(/^\S{1,200}$/, 'must have 1 to 200 characters without spaces')
  .refine(name => !/^local(\/|$)/i.test(name), 'must not begin with local/, which is for embedded models')

export const namedModelSchema = z.object({
  id: publicName.meta({ title: 'Public name' }),
  provider: z.string().min(1).max(60),
  upstream: z
    .string()
    .trim()
    .regex(/^\S{1,256}$/, 'must have 1 to 256 characters without spaces')
    .meta({ title: 'Provider model ID' }),
  kind: z.enum(providerJobs),
})

/** Another name of a model. */
export const modelAliasSchema = z.object({
  alias: publicName,
  model: z.string().trim().min(1).max(256),
})

/** `model` null: the default of this installation. */
export const modelDefaultSchema = z.object({
  job: z.enum(providerJobs),
  model: z.string().min(1).max(256).nullable(),
})

export const modelRowSchema = modelSchema.extend({
  enabled: z.boolean(),
  /** Settings that the configuration makes; change them there. */
  fixed: z.array(z.enum(['price', 'context_window', 'fallbacks', 'deployments'])),
  fallbacks: z.array(z.string()),
  /** As the console sets it; null: it sets none. */
  own_price: modelPriceSchema.nullable(),
  /** Empty: there is one way to the model. */
  deployments: z.array(deploymentSchema),
  /** Their current states; empty if the gateway does not respond. */
  deployment_states: z.array(deploymentStateSchema),
  /** The console's name for this provider model; null: none. */
  named: z.object({ provider: z.string(), upstream: z.string() }).nullable(),
  problem: z.string().nullable(),
})

/** In search order; `total`: number of matches. */
export const modelRowsSchema = z.object({
  models: z.array(modelRowSchema),
  total: z.number(),
  defaults: z.array(
    z.object({
      job: z.enum(providerJobs),
      /** The default in use; null: none available. */
      model: z.string().nullable(),
      chosen: z.string().nullable(),
      from: z.enum(['file', 'console', 'usual']),
      /** The model the library uses until the next start; null: the current default, or not applicable. */
      until_restart: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
  aliases: z
    .array(modelAliasSchema.extend({ from: z.enum(['file', 'console']), problem: z.string().nullable() }))
    .default([]),
})

/** An embedded model with its requirements. */
export const localModelsSchema = z.object({
  /** Whether this member may download them; absent: no. */
  may_download: z.boolean().default(false),
  data: z.array(
    modelSchema.extend({
      size_bytes: z.number().optional(),
      /** Why it is being loaded into memory now; absent: it is not. */
      loading: z.string().optional(),
      memory_bytes: z.number().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
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
export type ModelPrice = z.output<typeof modelPriceSchema>
export type NamedModelInput = z.input<typeof namedModelSchema>
export type ModelAliasInput = z.input<typeof modelAliasSchema>
export type ModelRow = z.output<typeof modelRowSchema>
export type DeploymentInput = z.output<typeof deploymentSchema>
export type DeploymentState = z.output<typeof deploymentStateSchema>
export type ModelRows = z.output<typeof modelRowsSchema>
export type ProviderJob = (typeof providerJobs)[number]
export type LocalModel = z.output<typeof localModelsSchema>['data'][number]
