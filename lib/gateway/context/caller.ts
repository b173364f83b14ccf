import type { Caller } from '#lib/capabilities/request-context.ts'
import { anonymousKey } from '#lib/contracts/console/usage.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'

/** The key of a request, once it is authenticated. */
export class RequestCaller implements Caller {
  /** Null: not authenticated yet, or an upload without a key. */
  key: LimitedKey | null = null

  get teamId(): string {
    if (!this.key) throw new Error('the request is not authenticated yet')
    return this.key.teamId
  }

  /** Requests without a key share one name: the embedded engine schedules by it. */
  get keyId(): string {
    return this.key?.id ?? anonymousKey
  }

  get userId(): string | null {
    return this.key?.ownerId ?? null
  }

  get isAnonymous(): boolean {
    return this.key === null
  }

  get usesLibrary(): boolean {
    return this.key?.scopes.includes('library') ?? false
  }

  get defaultModel(): string | null {
    return this.key?.defaultModel ?? null
  }

  get allowsAll(): boolean {
    return (this.key?.models ?? null) === null
  }

  allows(modelId: string): boolean {
    const models = this.key?.models ?? null
    return models === null || models.includes(modelId) || modelId === this.defaultModel
  }
}
