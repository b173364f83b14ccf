import { playgrounds } from '#lib/contracts/api/capabilities.ts'
import type { Model } from '#lib/contracts/api/models.ts'

const storageKey = (contract: string) => `sextant-model-${contract}`
const order = ['ready', 'downloading', 'not_downloaded', 'not_configured'] as const

/**
 * Models for the requests of a playground, ready ones first. Models that do not report their capabilities are
 * included.
 */
export function modelsFor(contract: string, models: readonly Model[]): readonly Model[] {
  const kind = playgrounds.find(playground => playground.contract === contract)?.modelKind ?? null
  return models
    .filter(({ type, capabilities }) => {
      const kinds: readonly string[] | undefined = capabilities ?? (type === undefined ? undefined : [type])
      return kinds === undefined || (kind !== null && kinds.includes(kind))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The last model selected in this browser if available, otherwise the API's default, otherwise the first;
 * only models that are ready or downloading.
 */
export function firstModel(contract: string, models: readonly Model[]): string | null {
  const last = localStorage.getItem(storageKey(contract))
  if (models.some(model => model.id === last)) return last
  const usable = models.filter(model => rank(model) < 2)
  return (usable.find(model => model.default) ?? usable[0] ?? models[0])?.id ?? null
}

/** A model that is ready to be compared with the selected ones; null when there is no other. */
export function otherModel(
  contract: string,
  models: readonly Model[],
  taken: readonly unknown[],
): string | null {
  const usable = modelsFor(contract, models).filter(model => rank(model) === 0)
  return usable.find(({ id }) => !taken.includes(id))?.id ?? null
}

export function rememberModel(contract: string, id: string): void {
  localStorage.setItem(storageKey(contract), id)
}

function rank(model: Model): number {
  return order.indexOf(model.state ?? 'ready')
}
