import type { ModelPrice, ModelRow } from '#lib/contracts/console/providers.ts'

/** Form state of a model's price: an empty rate is null. */
export interface PriceDraft {
  readonly source: 'rates' | 'free' | 'catalog'
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  readonly audio: number | null
  readonly searchUnit: number | null
  /** Requests with more prompt tokens have these rates. */
  readonly step: {
    readonly tokens: number | null
    readonly input: number | null
    readonly output: number | null
  }
}

export const bothPrices = 'Set both prices or neither.'

export function toPriceDraft({ own_price: price }: Pick<ModelRow, 'own_price'>): PriceDraft {
  const rates = price === null || typeof price === 'string' ? {} : price
  const { above } = rates
  return {
    source: typeof price === 'string' ? price : 'rates',
    input: rates.input ?? null,
    output: rates.output ?? null,
    cacheRead: rates.cache_read ?? null,
    cacheWrite: rates.cache_write ?? null,
    audio: rates.audio ?? null,
    searchUnit: rates.search_unit ?? null,
    step: { tokens: above?.tokens ?? null, input: above?.input ?? null, output: above?.output ?? null },
  }
}

/** Null: as the provider or the price catalog says. */
export function toPrice(draft: PriceDraft): ModelPrice | null {
  const { source, input, output, cacheRead, cacheWrite, audio, searchUnit, step } = draft
  if (source !== 'rates') return source
  const rates = {
    ...(input !== null && { input }),
    ...(output !== null && { output }),
    ...(audio !== null && { audio }),
    ...(searchUnit !== null && { search_unit: searchUnit }),
  }
  if (Object.keys(rates).length === 0) return null
  // Their fields are hidden without rates of tokens.
  if (input === null || output === null) return rates
  return {
    ...rates,
    ...(cacheRead !== null && { cache_read: cacheRead }),
    ...(cacheWrite !== null && { cache_write: cacheWrite }),
    ...(step.tokens !== null &&
      step.input !== null &&
      step.output !== null && {
        above: { tokens: step.tokens, input: step.input, output: step.output },
      }),
  }
}

/** Whether it cannot be saved as it is. */
export function isIncomplete(draft: PriceDraft): boolean {
  return draft.source === 'rates' && (isHalf(draft) || (draft.input !== null && !wholeStep(draft.step)))
}

export function isHalf({ input, output }: Pick<PriceDraft, 'input' | 'output'>): boolean {
  return (input === null) !== (output === null)
}

/** All of its fields, or none. */
export function wholeStep(step: PriceDraft['step']): boolean {
  return new Set(Object.values(step).map(value => value === null)).size === 1
}
