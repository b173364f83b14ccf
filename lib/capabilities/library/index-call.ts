import type { Call } from '#lib/capabilities/call.ts'
import type { ApiError } from '#lib/errors.ts'

/** Whose work is done behind the calls. */
export interface IndexWork {
  readonly teamId: string
  /** With which key the items were kept; null: nobody knows. */
  readonly keyId: string | null
  /**
   * The only model that may be asked, so that no fallback's vectors get among its own; the embedded engine is fair to
   * it as to any other key.
   */
  readonly model: string
  readonly signal: AbortSignal
}

/** A call that no request waits for. */
export interface IndexCall extends Call {
  /** Its end, which writes its row. */
  end(error: ApiError | null): void
}

export type BeginIndexCall = (work: IndexWork) => Promise<IndexCall>

/** The call of nobody: nothing of it is counted. */
export function nobodysCall({ model, signal }: IndexWork): IndexCall {
  return {
    id: 'library',
    teamId: 'library',
    keyId: 'library',
    userId: null,
    signal,
    allows: id => id === model,
    usesLibrary: false,
    reserve: nothing,
    hold: () => null,
    attempt: nothing,
    attemptFailed: nothing,
    skipped: nothing,
    waited: nothing,
    truncated: nothing,
    cached: nothing,
    meter: nothing,
    meterDocument: nothing,
    searched: nothing,
    kept: nothing,
    end: nothing,
  }
}

function nothing(): void {}
