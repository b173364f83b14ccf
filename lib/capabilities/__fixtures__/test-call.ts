import type { Call } from '#lib/capabilities/call.ts'

export interface TestCall extends Call {
  /** Budgets that were reported, call by call. */
  readonly cuts: (readonly string[])[]
}

/** A call that belongs to nobody and remembers what it was told. */
export function createTestCall(signal: AbortSignal = new AbortController().signal): TestCall {
  const cuts: (readonly string[])[] = []
  const nothing = (): void => {}
  return {
    id: 'req_test',
    teamId: 'team_test',
    keyId: 'key_test',
    userId: null,
    signal,
    cuts,
    allows: () => true,
    usesLibrary: true,
    reserve: nothing,
    hold: () => null,
    attempt: nothing,
    attemptFailed: nothing,
    skipped: nothing,
    waited: nothing,
    truncated: budgets => void cuts.push(budgets),
    cached: nothing,
    kept: nothing,
    searched: nothing,
    meter: nothing,
    meterDocument: nothing,
  }
}
