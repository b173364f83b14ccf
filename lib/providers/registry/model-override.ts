/** What the console says of one model; null: as its provider or the configuration says. */
export interface ModelOverride {
  readonly enabled: boolean
  /** US dollars per million tokens. */
  readonly price: { readonly input: number; readonly output: number } | null
  readonly contextTokens: number | null
  /** Public ids tried after it. */
  readonly fallbacks: readonly string[] | null
}

/** By public id. */
export type ModelOverrides = ReadonlyMap<string, ModelOverride>

/** Whether a model may be asked: one of which nothing is said may. */
export function isOn(overrides: ModelOverrides, publicId: string): boolean {
  return overrides.get(publicId)?.enabled !== false
}
