import type { ModelRow } from '#lib/contracts/console/providers.ts'

/** Prices by token of the price catalog; null: the model has none. */
export function catalogRates(
  pricing: ModelRow['pricing'],
): { readonly input: number; readonly output: number } | null {
  const { input, output } = pricing?.rates ?? {}
  if (pricing?.source !== 'catalog' || input === undefined) return null
  return { input, output: output ?? 0 }
}
