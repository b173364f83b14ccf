import { ignoredTrace, type RequestContext } from '#lib/capabilities/request-context.ts'

export interface TestContext extends RequestContext {
  /** Limits reported as truncating the result, one entry per report. */
  readonly cuts: (readonly string[])[]
}

/** A request without a real key that records truncations. */
export function createTestContext(
  signal: AbortSignal = new AbortController().signal,
  { isAnonymous = false }: { readonly isAnonymous?: boolean } = {},
): TestContext {
  const cuts: (readonly string[])[] = []
  return {
    id: 'req_test',
    signal,
    cuts,
    caller: {
      teamId: 'team_test',
      keyId: 'key_test',
      userId: null,
      isAnonymous,
      usesLibrary: true,
      defaultModel: null,
      allowsAll: true,
      allows: () => true,
    },
    limits: { reserve: () => null },
    budget: { limits: false, rejectsUnpriced: false, answerTokensMax: null, reserve: () => null },
    trace: { ...ignoredTrace, truncated: limits => void cuts.push(limits) },
    usage: { meter: () => undefined, meterDocument: () => undefined },
    session: () => null,
  }
}
