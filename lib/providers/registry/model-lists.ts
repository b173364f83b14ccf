import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { Provider } from './provider.ts'

const listMs = 3000
const keepMs = 10 * 60 * 1000
// A list that failed is asked for again soon, but not at every request.
const keepFailedMs = 15_000

interface Kept {
  readonly models: Promise<readonly ListedModel[]>
  readonly until: number
}

/**
 * Remembers what each provider's own list names, and asks each of them once at a time. Only the first reader waits:
 * an old list is given out while it is asked for again, so that a provider that is down delays nobody.
 */
export class ModelLists {
  readonly #kept = new WeakMap<Provider, Kept>()
  readonly #latest = new WeakMap<Provider, readonly ListedModel[]>()

  /** What the provider lists; what it listed before, or nothing, where its list cannot be had. */
  read(provider: Provider): Promise<readonly ListedModel[]> {
    const kept = this.#kept.get(provider)
    if (kept !== undefined && kept.until > performance.now()) return kept.models
    const asked = this.#ask(provider)
    // The embedded engine's list changes while models are fetched, and costs nothing.
    const models = provider.id === 'local' ? asked : (kept?.models ?? asked)
    this.#kept.set(provider, { models, until: Infinity })
    return models
  }

  /** The last list that was read, without asking. */
  latest(provider: Provider): readonly ListedModel[] {
    return this.#latest.get(provider) ?? []
  }

  async #ask(provider: Provider): Promise<readonly ListedModel[]> {
    let keptMs = provider.id === 'local' ? 0 : keepMs
    try {
      const models = (await provider.list?.(AbortSignal.timeout(listMs))) ?? []
      this.#latest.set(provider, models)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      keptMs = Math.min(keptMs, keepFailedMs)
    }
    const models = this.latest(provider)
    this.#kept.set(provider, { models: Promise.resolve(models), until: performance.now() + keptMs })
    return models
  }
}

/** `provider/model`; the embedded engine's own ids carry the prefix already. */
export function toPublicId(providerId: string, listedId: string): string {
  return listedId.startsWith(`${providerId}/`) && providerId === 'local'
    ? listedId
    : `${providerId}/${listedId}`
}
