import type { PricePeriod, PriceTier, UsdRates } from '#lib/prices/price-schema.ts'
import type { Unit } from '#lib/prices/units.ts'
import {
  isCall,
  isDict,
  isList,
  type PythonCall,
  type PythonValue,
  readPythonData,
} from './read-python-data.ts'
import { toDecimal } from './to-decimal.ts'

/** A model of genai-prices. */
export interface GenaiModel {
  readonly vendor: string
  readonly id: string
  /** Ids that its rule names. */
  readonly names: readonly string[]
  /** Whether its rule also takes names that end with a date. */
  readonly dated: boolean
  readonly context: number | null
  readonly prices: readonly PricePeriod[]
  readonly source: string
  matches(name: string): boolean
}

/** A part of a model that is left out: `uncounted` units belong to services that Sextant does not offer. */
export interface SourceProblem {
  readonly model: string
  readonly kind: 'unit' | 'uncounted' | 'pattern' | 'variant'
  readonly text: string
}

type Warn = (kind: SourceProblem['kind'], text: string) => void

/** Our vendors by the names of genai-prices. OpenRouter is left out: it reports the charge of every answer. */
const vendors: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gemini',
  mistral: 'mistral',
  groq: 'groq',
  deepseek: 'deepseek',
  'x-ai': 'xai',
  together: 'together',
  cohere: 'cohere',
  voyageai: 'voyage',
}

/**
 * The models of our vendors with a price.
 * @param warn gets each rule and unit that is left out
 */
export function readGenaiPrices(module: string, warn: (problem: SourceProblem) => void): GenaiModel[] {
  const start = module.indexOf('providers: list[Provider] = [')
  const providers = readPythonData(module.slice(module.indexOf('= [', start) + 2))
  return calls(providers).flatMap(provider => {
    const vendor = vendors[textOf(provider, 'id')]
    if (vendor === undefined) return []
    const [source = ''] = texts(provider.named.get('pricing_urls'))
    return calls(provider.named.get('models')).flatMap(model => {
      const tell: Warn = (kind, text) => warn({ model: `${vendor}/${textOf(model, 'id')}`, kind, text })
      const prices = readPeriods(model, tell)
      if (vendor === 'gemini' && !geminiPattern.test(textOf(model, 'id'))) return []
      return prices.length === 0 ? [] : [{ vendor, source, prices, ...readRule(model, tell) }]
    })
  })
}

// Google's other products also serve models of other companies.
const geminiPattern = /^(gemini|gemma|embedding|text-embedding|learnlm)/

function readRule(model: PythonCall, warn: Warn) {
  const rule = model.named.get('match')
  const id = textOf(model, 'id')
  const clauses = leavesOf(rule)
  const patterns = clauses.filter(({ name }) => name === 'ClauseRegex').map(clause => textOf(clause, 'regex'))
  for (const pattern of patterns) if (!datePattern.test(pattern)) warn('pattern', pattern)
  const context = model.named.get('context_window')
  return {
    id,
    names: [
      id,
      ...clauses.flatMap(clause =>
        ['equals', 'starts_with'].flatMap(key => texts([clause.named.get(key) ?? []].flat())),
      ),
    ],
    dated:
      patterns.some(pattern => datePattern.test(pattern)) ||
      clauses.some(({ name }) => name === 'ClauseStartsWith'),
    context: typeof context === 'number' ? context : null,
    matches: (name: string) => fits(rule, name.toLowerCase()),
  }
}

// Foreign patterns are never run: this form becomes `dated`, all others are left out.
const datePattern = /^\^[\w.\\/-]+?-\\d\{(8\}|4\}-\\d\{2\}-\\d\{2\})\$$/

function leavesOf(rule: PythonValue | undefined): PythonCall[] {
  if (!isCall(rule)) return []
  const inner = [...calls(rule.named.get('or_')), ...calls(rule.named.get('and_'))]
  return inner.length === 0 ? [rule] : inner.flatMap(leavesOf)
}

function fits(rule: PythonValue | undefined, name: string): boolean {
  if (!isCall(rule)) return false
  const given = (key: string) => textOf(rule, key).toLowerCase()
  switch (rule.name) {
    case 'ClauseEquals':
      return name === given('equals')
    case 'ClauseStartsWith':
      return name.startsWith(given('starts_with'))
    case 'ClauseEndsWith':
      return name.endsWith(given('ends_with'))
    case 'ClauseContains':
      return name.includes(given('contains'))
    case 'ClauseOr':
      return calls(rule.named.get('or_')).some(one => fits(one, name))
    case 'ClauseAnd':
      return calls(rule.named.get('and_')).every(one => fits(one, name))
    default:
      return false
  }
}

interface Condition {
  readonly constraint: PythonCall | null
  readonly price: PythonCall
}

function readPeriods(model: PythonCall, warn: Warn): PricePeriod[] {
  const given = model.named.get('prices')
  const conditions = isList(given)
    ? calls(given).map(toCondition)
    : isCall(given)
      ? [{ constraint: null, price: given }]
      : []
  const timed = conditions.filter(({ constraint }) => constraint?.name === 'TimeOfDateConstraint')
  const tiers = readTiers(model, warn)
  const hours = timed.map(({ constraint, price }) => ({
    days: [1, 2, 3, 4, 5, 6, 7],
    utc: [`${timeOf(constraint, 'start_time')}-${timeOf(constraint, 'end_time')}`],
    usd: toTier(price, warn).usd,
  }))
  const periods = conditions
    .filter(condition => !timed.includes(condition))
    .map(({ constraint, price }) => ({
      from: constraint === null ? null : dateOf(constraint),
      ...toTier(price, warn),
    }))
  const priced = periods.filter(({ usd }) => Object.keys(usd).length > 0)
  // Tiers and hours are known of today only.
  return priced.map((period, at) => ({
    ...period,
    ...(at === priced.length - 1 && Object.keys(tiers).length > 0 && { tiers }),
    ...(at === priced.length - 1 && hours.length > 0 && { hours }),
  }))
}

function toCondition(condition: PythonCall): Condition {
  const constraint = condition.named.get('constraint')
  const price = condition.named.get('prices')
  if (!isCall(price)) throw new Error('A conditional price has no price.')
  return { constraint: isCall(constraint) ? constraint : null, price }
}

function readTiers(model: PythonCall, warn: Warn): Record<string, PriceTier> {
  const tiers: Record<string, PriceTier> = {}
  for (const variant of calls(model.named.get('price_variants'))) {
    const when = variant.named.get('when')
    const price = variant.named.get('prices')
    const named = isDict(when) ? [...when.entries] : []
    const [key, value] = named.length === 1 ? (named[0] ?? []) : []
    if (isCall(price) && typeof value === 'string' && (key === 'service_tier' || value === 'batch')) {
      if (value !== 'default') tiers[value] = toTier(price, warn)
    } else warn('variant', JSON.stringify(named))
  }
  return tiers
}

const unitOf: Readonly<Record<string, Unit>> = {
  input_mtok: 'input',
  output_mtok: 'output',
  cache_read_mtok: 'cacheRead',
  cache_write_mtok: 'cacheWrite5m',
  cache_write_1h_mtok: 'cacheWrite1h',
  input_audio_mtok: 'inputAudio',
  input_image_mtok: 'inputImage',
  cache_audio_read_mtok: 'cacheReadAudio',
  cache_image_read_mtok: 'cacheReadImage',
  output_audio_mtok: 'outputAudio',
  output_image_mtok: 'outputImage',
  output_reasoning_mtok: 'reasoning',
  web_searches_kcount: 'webSearch',
  requests_kcount: 'request',
  audio_hours: 'audio',
  input_audio_hours: 'audio',
  input_mchars: 'characters',
  input_document_kpages: 'page',
}

// Storage, video, annotated documents and messages of voice agents.
const uncounted: ReadonlySet<string> = new Set([
  'storage_searches_kcount',
  'input_video_mtok',
  'output_video_mtok',
  'input_annotated_document_kpages',
  'input_text_messages_kcount',
])

function toTier(price: PythonCall, warn: Warn): PriceTier {
  const usd: UsdRates = {}
  const above: Record<string, UsdRates> = {}
  for (const [key, value] of price.named) {
    const unit = unitOf[key]
    if (unit === undefined) warn(uncounted.has(key) ? 'uncounted' : 'unit', key)
    else if (isCall(value) && value.name === 'TieredPrices') {
      usd[unit] = decimalOf(value.named.get('base'))
      for (const tier of calls(value.named.get('tiers'))) {
        const rates = (above[toDigits(tier.named.get('start'), 1)] ??= {})
        rates[unit] = decimalOf(tier.named.get('price'))
      }
    } else usd[unit] = decimalOf(value)
  }
  return { usd, ...(Object.keys(above).length > 0 && { above }) }
}

function decimalOf(value: PythonValue | undefined): string {
  const [text] = isCall(value) && value.name === 'Decimal' ? value.positional : []
  if (typeof text !== 'string') throw new Error('A price is no decimal.')
  return toDecimal(text)
}

function dateOf(constraint: PythonCall): string {
  const date = constraint.named.get('start_date')
  if (constraint.name !== 'StartDateConstraint' || !isCall(date))
    throw new Error(`Unknown constraint ${constraint.name}.`)
  return date.positional.map(part => toDigits(part, 2)).join('-')
}

function timeOf(constraint: PythonCall | null, key: string): string {
  const time = constraint?.named.get(key)
  const [hours = 0, minutes = 0] = isCall(time) ? time.positional : []
  return [hours, minutes].map(part => toDigits(part, 2)).join(':')
}

function toDigits(value: PythonValue | undefined, length: number): string {
  if (typeof value !== 'number') throw new Error('A date or a number of tokens is no number.')
  return String(value).padStart(length, '0')
}

function calls(value: PythonValue | undefined): PythonCall[] {
  return isList(value) ? value.filter(isCall) : []
}

function texts(value: PythonValue | undefined): string[] {
  return isList(value) ? value.filter(each => typeof each === 'string') : []
}

function textOf(call: PythonCall, key: string): string {
  const value = call.named.get(key)
  return typeof value === 'string' ? value : ''
}
