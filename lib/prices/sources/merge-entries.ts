import type { CatalogEntry } from '#lib/prices/catalog-schema.ts'
import type { PricePeriod } from '#lib/prices/price-schema.ts'
import type { GenaiModel } from './read-genai-prices.ts'
import type { LitellmModel } from './read-litellm.ts'

/**
 * One entry for each model: prices of genai-prices, facts and further models of litellm. A price on which they
 * disagree is marked, because one of them is wrong.
 */
export function mergeEntries(genai: readonly GenaiModel[], litellm: readonly LitellmModel[]): CatalogEntry[] {
  const used = new Set<LitellmModel>()
  const both = genai.flatMap(model => {
    const isOurs = (name: string) => findOwner(genai, model.vendor, name) === model
    const seconds = litellm.filter(other => other.vendor === model.vendor && isOurs(other.name))
    const match = [...new Set([...model.names.filter(isOurs), ...seconds.map(other => other.name)])]
    if (match.length === 0) return []
    for (const second of seconds) used.add(second)
    return [toEntry(model, seconds, match)]
  })
  const rest = litellm.filter(model => !used.has(model) && Object.keys(model.price.usd).length > 0)
  // The file has some models with and without the name of their vendor.
  const single = new Map(rest.map(model => [`${model.vendor}/${model.name}`, fromLitellm(model)]))
  return [...both, ...single.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** The first model whose rule fits the name, else the one with this ID: some rules do not fit their own model. */
function findOwner(genai: readonly GenaiModel[], vendor: string, name: string): GenaiModel | undefined {
  const models = genai.filter(model => model.vendor === vendor)
  return models.find(model => model.matches(name)) ?? models.find(model => model.id === name)
}

function toEntry(model: GenaiModel, seconds: readonly LitellmModel[], match: string[]): CatalogEntry {
  const [second] = seconds.toSorted((one, other) => one.name.length - other.name.length)
  const { context } = model
  return {
    id: `${model.vendor}/${model.id}`,
    match,
    ...(model.dated && { dated: true as const }),
    kind: second?.kind ?? guessKind(model),
    prices: withSecond(model.prices, second),
    ...(context !== null && { context }),
    ...second?.facts,
    ...(seconds.some(other => disagrees(model, other)) && { disputed: true as const }),
    source: model.source || 'https://github.com/pydantic/genai-prices',
  }
}

function guessKind({ id, prices }: GenaiModel): CatalogEntry['kind'] {
  if (/embed|^voyage-/.test(id)) return 'embeddings'
  if (/rerank/.test(id)) return 'rerank'
  return prices.some(({ usd }) => usd.audio !== undefined) ? 'speech' : 'chat'
}

/** Service tiers and weekdays that only the second source knows. */
function withSecond(prices: readonly PricePeriod[], second: LitellmModel | undefined): PricePeriod[] {
  return prices.map((period, at) => {
    if (second === undefined || at < prices.length - 1) return period
    const tiers = { ...second.price.tiers, ...period.tiers }
    return {
      ...period,
      ...(Object.keys(tiers).length > 0 && { tiers }),
      ...(period.hours !== undefined &&
        second.weekdaysOnly && { hours: period.hours.map(hours => ({ ...hours, days: [1, 2, 3, 4, 5] })) }),
    }
  })
}

function disagrees({ prices }: GenaiModel, { price, weekdaysOnly }: LitellmModel): boolean {
  const period = prices.at(-1)
  if (period === undefined) return false
  // Its list price is the one of the dear hours.
  const usd = weekdaysOnly ? { ...period.usd, ...period.hours?.[0]?.usd } : period.usd
  return (['input', 'output', 'cacheRead', 'audio', 'searchUnit'] as const).some(unit => {
    const other = price.usd[unit]
    return other !== undefined && usd[unit] !== undefined && other !== usd[unit]
  })
}

function fromLitellm({ vendor, name, kind, price, facts, source }: LitellmModel): CatalogEntry {
  return {
    id: `${vendor}/${name}`,
    match: [name],
    kind,
    prices: [{ from: null, ...price }],
    ...facts,
    source: source ?? 'https://github.com/BerriAI/litellm',
  }
}
