import { z } from 'zod'
import { builtInSearchBackends, knownSearchBackends } from '#lib/known-search-backends.ts'
import { providerKinds } from '#lib/known-providers.ts'
import { operatorPriceSchema, searchPriceSchema } from '#lib/prices/operator-price.ts'
import { apiKeyPattern, apiKeyRule } from './provider-key.ts'
import { contact } from './search-contact.ts'

const deploymentsMax = 16
const keysMax = 16

const name = z
  .string()
  .regex(/^[\w][\w.-]*$/, 'must contain only letters, digits, dots, dashes and underscores')
  .refine(id => id !== 'local', 'is the embedded engine; choose another ID')
const modelId = z.string().regex(/^\S{1,256}$/, 'must be 1 to 256 characters without spaces')
const port = z.int().min(1).max(65_535)
const milliseconds = z.int().min(1)

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(text => !/^[^:]+:\/\/[^/]*@/.test(text), 'must not contain a name or password; use apiKey')
  .transform(text => text.replace(/\/+$/, ''))
const apiKey = z.string().trim().regex(apiKeyPattern, apiKeyRule)

const provider = z
  .strictObject({
    id: name,
    kind: z.enum(providerKinds),
    server: z.string().min(1).exactOptional(),
    baseUrl: baseUrl.optional(),
    apiKey: apiKey.optional(),
    apiKeys: z.array(apiKey).min(1).max(keysMax).exactOptional(),
    maxParallel: z.int().min(1).exactOptional(),
    probe: z.boolean().exactOptional(),
    timers: z
      .strictObject({
        firstEventMs: milliseconds.exactOptional(),
        idleMs: milliseconds.exactOptional(),
        plainMs: milliseconds.exactOptional(),
        streamMs: milliseconds.exactOptional(),
      })
      .exactOptional(),
    assemble: z.enum(['always', 'fallbacks', 'never']).exactOptional(),
    apiFormats: z
      .strictObject({
        messages: z.union([z.boolean(), baseUrl]).exactOptional(),
        responses: z.union([z.boolean(), baseUrl]).exactOptional(),
      })
      .exactOptional(),
  })
  .refine(({ apiKey: one, apiKeys }) => one === undefined || apiKeys === undefined, {
    path: ['apiKeys'],
    error: 'is instead of apiKey; set one of them',
  })
  .refine(({ kind, probe }) => probe !== true || (kind !== 'voyage' && kind !== 'mixedbread'), {
    path: ['probe'],
    error: 'reads the model list of the provider, which voyage and mixedbread do not have',
  })
  .refine(({ apiKeys = [] }) => new Set(apiKeys).size === apiKeys.length, {
    path: ['apiKeys'],
    error: 'has the same key twice',
  })
  .refine(
    // Elsewhere it would silently do nothing.
    ({ kind, apiFormats }) =>
      apiFormats?.messages === undefined ||
      kind === 'openai' ||
      (kind === 'anthropic' && typeof apiFormats.messages === 'boolean'),
    {
      path: ['apiFormats', 'messages'],
      error: 'is for the kind openai; anthropic takes true or false, without a URL',
    },
  )
  .refine(({ kind, apiFormats }) => apiFormats?.responses === undefined || kind === 'openai', {
    path: ['apiFormats', 'responses'],
    error: 'is for the kind openai',
  })

const routing = z.strictObject({
  pick: z.literal('weight').default('weight'),
  affinity: z.enum(['auto', 'off']).default('auto'),
})

const modelFacts = {
  input: z
    .array(z.enum(['text', 'image', 'audio']))
    .min(1)
    .exactOptional(),
  context: z.int().min(1).exactOptional(),
  price: operatorPriceSchema.exactOptional(),
  priceOf: modelId.exactOptional(),
}

const deployment = z.strictObject({
  provider: z.string().min(1),
  upstream: modelId,
  weight: z.int().min(1).max(1000).default(1),
  tier: z.int().min(0).max(9).default(0),
  maxParallel: z.int().min(1).exactOptional(),
  maxParallelTotal: z.int().min(1).exactOptional(),
  ...modelFacts,
})

const model = z
  .strictObject({
    id: modelId,
    provider: z.string().min(1).optional(),
    upstream: modelId.optional(),
    deployments: z
      .tuple([deployment], deployment)
      .refine(list => list.length <= deploymentsMax, `must have at most ${deploymentsMax} entries`)
      .optional(),
    kind: z.enum(['chat', 'embeddings', 'rerank', 'speech']),
    dimensions: z.int().min(1).exactOptional(),
    ...modelFacts,
    routing: routing.exactOptional(),
    fallbacks: z.array(modelId).max(8).default([]),
  })
  .transform(({ provider, upstream, deployments, ...rest }, context) => {
    const refuse = (key: string, message: string) => {
      context.issues.push({ code: 'custom', path: [key], message, input: rest })
      return z.NEVER
    }
    if (deployments === undefined) {
      if (provider === undefined) return refuse('provider', 'is missing; name a provider, or deployments')
      if (upstream === undefined) return refuse('upstream', 'is missing; name a model of the provider')
      return { ...rest, provider, upstream }
    }
    if (provider !== undefined) return refuse('provider', 'is instead of deployments; set one of them')
    if (upstream !== undefined) return refuse('upstream', 'is instead of deployments; set one of them')
    const [first] = deployments
    return { ...rest, provider: first.provider, upstream: first.upstream, deployments }
  })

const count = z.int().min(1).exactOptional()

/** Limits of one map; absent values use the default. */
const mapBudgets = z.strictObject({
  searchMs: count,
  requestMs: count,
  patienceMs: count,
  pagesMax: count,
  pageBytesMax: count,
  hostsMax: count,
  depthMax: count,
  queryVariantsMax: count,
  sitemapFilesMax: count,
  sitemapDepthMax: count,
  candidatesMax: count,
})

const searchIds = [...knownSearchBackends.map(({ id }) => id), ...builtInSearchBackends] as const
const searchServer = z
  .strictObject({
    baseUrl: baseUrl.optional(),
    apiKey: apiKey.optional(),
    price: searchPriceSchema.exactOptional(),
  })
  .optional()

const search = z.strictObject({
  backends: z.array(z.string()).default([]),
  contact: contact.optional(),
  ...(Object.fromEntries(searchIds.map(id => [id, searchServer])) as Record<
    (typeof searchIds)[number],
    typeof searchServer
  >),
})

const origin = z
  .string()
  .refine(
    text => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://app.example.org, without a path',
  )

/** `sextant.yaml`. Unknown keys are errors: a misspelled setting would silently do nothing. */
export const fileSchema = z.strictObject({
  providers: z.array(provider).default([]),
  models: z.array(model).default([]),
  aliases: z.record(modelId, modelId).default({}),
  defaults: z
    .strictObject({
      chat: modelId.exactOptional(),
      embeddings: modelId.exactOptional(),
      rerank: modelId.exactOptional(),
      speech: modelId.exactOptional(),
    })
    .default({}),
  search: search.prefault({}),
  map: mapBudgets.default({}),
  scrape: z
    .strictObject({ robots: z.boolean().default(false), cookies: z.boolean().default(false) })
    .prefault({}),
  listeners: z.strictObject({ crawl: port.optional(), upload: port.optional() }).default({}),
  cors: z.array(origin).default([]),
  limits: z.strictObject({ onDatabaseFailure: z.enum(['share', 'reject']).exactOptional() }).default({}),
  timers: z
    .strictObject({
      connectMs: milliseconds.default(5000),
      firstEventMs: milliseconds.default(60_000),
      idleMs: milliseconds.default(60_000),
      plainMs: milliseconds.default(600_000),
      streamMs: milliseconds.default(3_600_000),
      searchMs: milliseconds.default(120_000),
      keepAliveMs: milliseconds.default(10_000),
      drainMs: milliseconds.default(25_000),
    })
    .prefault({}),
})

export type FileSettings = z.output<typeof fileSchema>
