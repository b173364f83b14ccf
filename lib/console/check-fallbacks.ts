import 'server-only'
import type { ModelRow } from '#lib/contracts/team/providers.ts'
import { refusal } from './refusal.ts'

/** What a model's fallbacks are judged by. */
export interface FallbackSurroundings {
  /** What it had so far: those are not judged again, since their provider may be away. */
  readonly kept: readonly string[]
  readonly models: readonly Pick<ModelRow, 'id' | 'owned_by' | 'type'>[]
  readonly providers: readonly string[]
}

/** @throws ApiError `invalid_value` with param `fallbacks.N` for the first one that nothing here could answer */
export function checkFallbacks(
  fallbacks: readonly string[],
  { kept, models, providers }: FallbackSurroundings,
): void {
  const callable = new Set(models.filter(({ type }) => type !== 'web').map(({ id }) => id))
  const listing = new Set(models.map(({ owned_by: provider }) => provider))
  // A provider that lists nothing may have a model of any name.
  const silent = providers.filter(provider => !listing.has(provider))
  for (const [at, id] of fallbacks.entries()) {
    if (kept.includes(id) || callable.has(id)) continue
    if (silent.some(provider => id.startsWith(`${provider}/`))) continue
    throw refusal(`fallbacks.${at}`, `Nothing here is called ${id}. Choose from the list, or name it first.`)
  }
}
