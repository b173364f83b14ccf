import type { Call } from '#lib/capabilities/call.ts'

/**
 * The call of nobody, for work that no request waits for. It may use one model only, so that no fallback's vectors get
 * among that model's; the embedded engine is fair to it as to any other key.
 */
export function indexCall(model: string, signal: AbortSignal): Call {
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
  }
}

function nothing(): void {}
