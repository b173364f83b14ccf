import type { Run, RunFailure } from '#lib/client/run.ts'

export type ApiFailure = Extract<RunFailure, { kind: 'api' }>

/**
 * Whether one request of a batch failed for a reason that would also fail the rest.
 * @param isOfAll API errors that concern the whole batch rather than a single text, page or file
 */
export function isFatalForBatch({ failure }: Run, isOfAll: (failure: ApiFailure) => boolean): boolean {
  if (failure === null) return false
  switch (failure.kind) {
    case 'api':
      return isOfAll(failure)
    case 'interrupted':
      return false
    case 'unreachable':
    case 'offline':
    case 'signed-out':
      return true
  }
}
