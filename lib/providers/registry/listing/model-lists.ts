import type { ListedModel } from '#lib/providers/listed-model.ts'
import type { Provider } from '#lib/providers/registry/provider.ts'

const listMs = 3000
const ttlMs = 10 * 60 * 1000
// A failed list is retried soon, but not on every request.
const failedTtlMs = 15_000

interface Cached {
  readonly models: Promise<readonly ListedModel[]>
  readonly until: number
}

/**
 * Caches each provider's model list and fetches each list once at a time. Only the first reader waits: a
 * stale list is served while it is refreshed, so a provider that is down delays no request.
 */
export class ModelLists {
  readonly #kept = new WeakMap<Provider, Cached>()
  readonly #latest = new WeakMap<Provider, readonly ListedModel[]>()
  /** How often a list was read: what was found in the lists may be another after each time. */
  reads = 0

  /** The provider's models; the previous list, or none, when the list is unavailable. */
  read(provider: Provider): Promise<readonly ListedModel[]> {
    const cached = this.#kept.get(provider)
    if (cached !== undefined && cached.until > performance.now()) return cached.models
    const asked = this.#ask(provider)
    // The embedded engine's list changes while models are downloaded, and is cheap to read.
    const models = provider.id === 'local' ? asked : (cached?.models ?? asked)
    this.#kept.set(provider, { models, until: Infinity })
    return models
  }

  /** The cached list, without a request. */
  latest(provider: Provider): readonly ListedModel[] {
    return this.#latest.get(provider) ?? []
  }

  async #ask(provider: Provider): Promise<readonly ListedModel[]> {
    let retentionMs = provider.id === 'local' ? 0 : ttlMs
    try {
      const models = (await provider.list?.(AbortSignal.timeout(listMs))) ?? []
      this.#latest.set(provider, models)
      this.reads++
    } catch (error) {
      if (!(error instanceof Error)) throw error
      retentionMs = Math.min(retentionMs, failedTtlMs)
    }
    const models = this.latest(provider)
    this.#kept.set(provider, { models: Promise.resolve(models), until: performance.now() + retentionMs })
    return models
  }
}

/** `provider/model`; the embedded engine's ids already have the prefix. */
export function toPublicId(providerId: string, listedId: string): string {
  return listedId.startsWith(`${providerId}/`) && providerId === 'local'
    ? listedId
    : `${providerId}/${listedId}`
}
