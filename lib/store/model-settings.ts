import type { ModelSettingsTable } from './provider-schema.ts'

/** What the console says of one model; null: as its provider or the configuration says. */
export interface ModelSettings {
  readonly enabled: boolean
  /** US dollars per million tokens. */
  readonly price: { readonly input: number; readonly output: number } | null
  readonly contextTokens: number | null
  /** Public ids tried after it. */
  readonly fallbacks: readonly string[] | null
}

const nanos = 1_000_000_000

/** @param row absent: nothing was said */
export function toModelSettings(row: ModelSettingsTable | undefined): ModelSettings {
  if (row === undefined) return { enabled: true, price: null, contextTokens: null, fallbacks: null }
  const { enabled, inputPriceNanos, outputPriceNanos, contextTokens, fallbacks } = row
  return {
    enabled: enabled === 1,
    price:
      inputPriceNanos === null || outputPriceNanos === null
        ? null
        : { input: inputPriceNanos / nanos, output: outputPriceNanos / nanos },
    contextTokens,
    fallbacks: fallbacks === null ? null : readIds(fallbacks),
  }
}

export function toSettingsColumns(settings: ModelSettings): Omit<ModelSettingsTable, 'teamId' | 'modelId'> {
  const { enabled, price, contextTokens, fallbacks } = settings
  return {
    enabled: enabled ? 1 : 0,
    inputPriceNanos: price === null ? null : Math.round(price.input * nanos),
    outputPriceNanos: price === null ? null : Math.round(price.output * nanos),
    contextTokens,
    fallbacks: fallbacks === null ? null : JSON.stringify(fallbacks),
  }
}

function readIds(text: string): string[] {
  const ids: unknown = JSON.parse(text)
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}
