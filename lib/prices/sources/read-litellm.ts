import type { CatalogEntry } from '#lib/prices/catalog-schema.ts'
import type { PriceTier, UsdRates } from '#lib/prices/price-schema.ts'
import type { Unit } from '#lib/prices/units.ts'
import { isRecord } from '#lib/read-json.ts'
import { toDecimal } from './to-decimal.ts'

export type LitellmFacts = Pick<
  CatalogEntry,
  'input' | 'output' | 'tools' | 'schema' | 'reasoning' | 'context' | 'maxOutput' | 'cacheMin' | 'retires'
>

/** A model of litellm's price file. */
export interface LitellmModel {
  readonly vendor: string
  readonly name: string
  readonly kind: CatalogEntry['kind']
  readonly price: PriceTier & { readonly tiers?: Record<string, PriceTier> }
  /** Whether prices by the hour apply from Monday to Friday only. */
  readonly weekdaysOnly: boolean
  readonly facts: LitellmFacts
  readonly source: string | null
}

const vendors: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
  mistral: 'mistral',
  groq: 'groq',
  deepseek: 'deepseek',
  xai: 'xai',
  together_ai: 'together',
  cohere: 'cohere',
  cohere_chat: 'cohere',
  voyage: 'voyage',
  jina_ai: 'jina',
}

/** By key of the file; other kinds of search are not what the backends are asked for. */
const searchBackends: Readonly<Record<string, string>> = {
  'exa_ai/search': 'exa',
  'serper/search': 'serper',
  'tavily/search': 'tavily',
}

const kinds: Readonly<Record<string, CatalogEntry['kind']>> = {
  chat: 'chat',
  responses: 'chat',
  embedding: 'embeddings',
  rerank: 'rerank',
  audio_transcription: 'speech',
  search: 'search',
}

export function readLitellm(file: Readonly<Record<string, unknown>>): LitellmModel[] {
  return Object.entries(file).flatMap(([key, model]) => {
    if (!isRecord(model) || key === 'sample_spec' || key.startsWith('ft:')) return []
    const provider = String(model['litellm_provider'])
    const kind = kinds[String(model['mode'])]
    const vendor = kind === 'search' ? searchBackends[key] : vendors[provider]
    if (vendor === undefined || kind === undefined) return []
    const name = key.startsWith(`${provider}/`) ? key.slice(provider.length + 1) : key
    const source = typeof model['source'] === 'string' ? model['source'] : null
    const price = toPrice(model, kind)
    return [
      { vendor, name, kind, price, weekdaysOnly: restsOnWeekends(model), facts: toFacts(model), source },
    ]
  })
}

interface Field {
  readonly unit: Unit
  /** Dollars per unit of the file → dollars of ours. */
  readonly times: number
}

const million = 1_000_000
const fields: Readonly<Record<string, Field>> = {
  input_cost_per_token: { unit: 'input', times: million },
  output_cost_per_token: { unit: 'output', times: million },
  cache_read_input_token_cost: { unit: 'cacheRead', times: million },
  cache_creation_input_token_cost: { unit: 'cacheWrite5m', times: million },
  cache_creation_input_token_cost_above_1hr: { unit: 'cacheWrite1h', times: million },
  input_cost_per_audio_token: { unit: 'inputAudio', times: million },
  output_cost_per_audio_token: { unit: 'outputAudio', times: million },
  output_cost_per_reasoning_token: { unit: 'reasoning', times: million },
  input_cost_per_query: { unit: 'searchUnit', times: 1000 },
}

// The same price stands as that of output: adding both would double it.
const speechFields: Readonly<Record<string, Field>> = {
  input_cost_per_second: { unit: 'audio', times: 3600 },
}

const searchFields: Readonly<Record<string, Field>> = {
  input_cost_per_query: { unit: 'search', times: 1000 },
}

function toPrice(
  model: Readonly<Record<string, unknown>>,
  kind: CatalogEntry['kind'],
): LitellmModel['price'] {
  if (kind === 'search') return { usd: readRates(firstTier(model), searchFields, '') }
  const known = kind === 'speech' && model['input_cost_per_token'] === undefined ? speechFields : fields
  const tiers = Object.fromEntries(
    Object.entries({ flex: '_flex', priority: '_priority', batch: '_batches' })
      .map(([tier, suffix]) => [tier, toTier(model, known, suffix)] as const)
      .filter(([, { usd }]) => Object.keys(usd).length > 0),
  )
  return { ...toTier(model, known, ''), ...(Object.keys(tiers).length > 0 && { tiers }) }
}

/** Prices by the number of results begin with the fewest; no backend is asked for more than 25. */
function firstTier(model: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { tiered_pricing: tiers } = model
  const [first] = Array.isArray(tiers) ? tiers : []
  return isRecord(first) ? first : model
}

function toTier(model: Readonly<Record<string, unknown>>, known: typeof fields, suffix: string): PriceTier {
  const above: Record<string, UsdRates> = {}
  for (const key of Object.keys(model)) {
    const tokens = /_above_(\d+)k_tokens$/.exec(key.slice(0, key.length - suffix.length))?.[1]
    if (tokens === undefined || !key.endsWith(suffix)) continue
    const rates = readRates(model, known, `_above_${tokens}k_tokens${suffix}`)
    if (Object.keys(rates).length > 0) above[`${tokens}000`] = rates
  }
  return { usd: readRates(model, known, suffix), ...(Object.keys(above).length > 0 && { above }) }
}

function readRates(model: Readonly<Record<string, unknown>>, known: typeof fields, suffix: string): UsdRates {
  const usd: UsdRates = {}
  for (const [field, { unit, times }] of Object.entries(known)) {
    const price = model[field + suffix]
    // The file writes 0 for units that a model does not have.
    if (typeof price !== 'number' || price <= 0) continue
    usd[unit] = toDecimal((times === 3600 ? toHourly(price) : price * times).toFixed(9))
  }
  return usd
}

/** The shortest price by the hour whose price by the second, in as many digits, is the given one: vendors round it. */
function toHourly(perSecond: number): number {
  const digits = perSecond.toExponential().replace(/e.*$|\./g, '').length
  // A price of fewer digits is exact.
  if (digits < 4) return perSecond * 3600
  for (let length = 1; length < digits; length++) {
    const hourly = Number((perSecond * 3600).toPrecision(length))
    if (Number((hourly / 3600).toPrecision(digits)) === perSecond) return hourly
  }
  return perSecond * 3600
}

function restsOnWeekends({ off_peak_pricing: offPeak }: Readonly<Record<string, unknown>>): boolean {
  const windows = isRecord(offPeak) && Array.isArray(offPeak['windows']) ? offPeak['windows'] : []
  return windows.filter(isRecord).some(window => {
    const { hours_utc: hours, weekdays } = window
    return hours === '00:00-00:00' && Array.isArray(weekdays) && weekdays.join() === '6,7'
  })
}

function toFacts(model: Readonly<Record<string, unknown>>): LitellmFacts {
  const input = modalities(model['supported_modalities'])
  const output = modalities(model['supported_output_modalities'])
  const context = toCount(model['max_input_tokens'])
  const maxOutput = toCount(model['max_output_tokens'])
  const cacheMin = toCount(model['prompt_cache_min_tokens'])
  const retires = model['deprecation_date']
  return {
    ...(input.length > 0 && { input }),
    ...(output.length > 0 && { output }),
    ...(model['supports_function_calling'] === true && { tools: true as const }),
    ...(model['supports_response_schema'] === true && { schema: true as const }),
    ...(model['supports_reasoning'] === true && { reasoning: true as const }),
    ...(context !== null && { context }),
    ...(maxOutput !== null && { maxOutput }),
    ...(cacheMin !== null && { cacheMin }),
    ...(typeof retires === 'string' && /^\d{4}-\d\d-\d\d$/.test(retires) && { retires }),
  }
}

function modalities(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function toCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}
