import { ignoredTrace, type RequestContext } from '#lib/capabilities/request-context.ts'
import type { ApiError } from '#lib/errors.ts'

/** The team and key of an indexing batch. */
export interface IndexWork {
  readonly teamId: string
  /** The key that added the items; null: unknown. */
  readonly keyId: string | null
  /**
   * The only model allowed, so that vectors of a fallback are never mixed in. The embedded engine schedules
   * it like any other key.
   */
  readonly model: string
  readonly signal: AbortSignal
}

/** A request of the indexer, without a client. */
export interface IndexRequest {
  readonly context: RequestContext
  /** Ends the request, which writes its row. */
  end(error: ApiError | null): void
}

export type BeginIndexRequest = (work: IndexWork) => Promise<IndexRequest>

/** A request without a key: it is neither limited nor recorded. */
export function keylessIndexRequest({ model, signal }: IndexWork): IndexRequest {
  return {
    context: {
      id: 'library',
      signal,
      caller: {
        teamId: 'library',
        keyId: 'library',
        userId: null,
        isAnonymous: false,
        usesLibrary: false,
        defaultModel: null,
        allowsAll: false,
        allows: id => id === model,
      },
      limits: { reserve: () => null },
      budget: { limits: false, rejectsUnpriced: false, answerTokensMax: null, reserve: () => null },
      trace: ignoredTrace,
      usage: { meter: ignore, meterDocument: ignore },
      session: () => null,
    },
    end: ignore,
  }
}

function ignore(): void {}
