import type { ErrorCode } from '#lib/errors.ts'

/** A first request that failed, from the log or from the refused ones. */
export interface FailedRequest {
  readonly code: string | null
  /** Of the request; null: known from its route. */
  readonly path: string | null
  /** The header `User-Agent`. */
  readonly client: string | null
  /** The requested model. */
  readonly model: string | null
}

/** The values of the page that may have caused it. */
export interface AdviceFacts {
  readonly modelIds: readonly string[]
  readonly contextWindow: number | null
}

/** One sentence on the next step. */
export function adviseOn(failed: FailedRequest, facts: AdviceFacts): string {
  return advices.get(failed.code ?? '')?.(failed, facts) ?? 'Open the request to see its error.'
}

type Advise = (failed: FailedRequest, facts: AdviceFacts) => string

const advisedCodes: Partial<Record<ErrorCode, Advise>> = {
  invalid_api_key: ({ path, client }) =>
    isAnthropic(path, client)
      ? 'The client sent a key that is not valid here: set it to the key of step 2. If ANTHROPIC_API_KEY is set, Claude Code sends that key: unset the variable.'
      : 'The client sent a key that is not valid here: set it to the key of step 2.',
  missing_api_key: () => 'The client sent no key: start it in the shell that has SEXTANT_API_KEY.',
  unknown_url: ({ path }) => adviseOnPath(path ?? ''),
  model_not_found: ({ model }, { modelIds }) => adviseOnModel(model, modelIds),
  model_not_allowed: () => 'The key does not allow this model: choose another one, or edit the key.',
  endpoint_not_allowed: () => 'The key lacks the scope of this endpoint: create another one in step 2.',
  context_length_exceeded: (_, { contextWindow }) =>
    contextWindow === null
      ? 'The request is longer than the context window of the model: choose a model with a larger one.'
      : `The request is longer than the context window of ${contextWindow.toLocaleString('en')} tokens: choose a model with a larger one.`,
  rate_limit_exceeded: () => 'The key has reached its limit of requests or tokens: retry in a minute.',
  insufficient_quota: () => 'The budget of the key or the account of the provider is used up.',
  no_provider_available: () => 'No provider of this model is configured: add one under Providers.',
  model_loading: () => 'The model is loading: retry in a minute.',
}

const advices: ReadonlyMap<string, Advise> = new Map(Object.entries(advisedCodes))

function isAnthropic(path: string | null, client: string | null): boolean {
  return /\/messages\b/.test(path ?? '') || /^(claude|anthropic)/i.test(client ?? '')
}

function adviseOnPath(path: string): string {
  const [, prefix = '', version] = /^(\/.*)?(\/v\d)(?=\/)/.exec(path) ?? []
  if (version === undefined) return 'The base URL lacks /v1: add it at the end.'
  if (prefix === '') return `This server has no ${path}: compare it with the endpoints of the API reference.`
  return /^\/v\d$/.test(prefix)
    ? `The base URL ends with ${prefix}, which the client adds itself: remove it.`
    : `Remove ${prefix} from the base URL.`
}

function adviseOnModel(model: string | null, modelIds: readonly string[]): string {
  if (model === null) return 'The request names no model: set it to one of step 1.'
  const nearest = nearestIds(model, modelIds)
  const named = `The model ${model.slice(0, 100)} does not exist`
  return nearest.length === 0
    ? `${named}: use an ID of step 1.`
    : `${named}: did you mean ${new Intl.ListFormat('en', { type: 'disjunction' }).format(nearest)}?`
}

const nearestMax = 3

/** The IDs that share the most words or parts of words. */
function nearestIds(model: string, ids: readonly string[]): string[] {
  const wanted = partsOf(model)
  return ids
    .map(id => ({ id, shared: partsOf(id).filter(part => wanted.includes(part)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, nearestMax)
    .map(({ id }) => id)
}

/** `qwen3-1.7b` has `qwen`, `3`, `1`, `7` and `b`. */
function partsOf(id: string): string[] {
  return id.toLowerCase().match(/[a-z]{2,}|\d+/g) ?? []
}
