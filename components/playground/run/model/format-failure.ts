import type { RunFailure } from '#lib/client/run.ts'

/** Why a run failed, for a live region: the rest of a sentence that starts with “Failed:”. */
export function formatFailure(failure: RunFailure | null): string {
  switch (failure?.kind) {
    case 'api':
    case 'interrupted':
    case 'unreachable':
      return failure.message
    case 'offline':
      return 'you are offline.'
    case 'signed-out':
      return 'your session has expired.'
    case undefined:
      return 'the answer was interrupted.'
  }
}
