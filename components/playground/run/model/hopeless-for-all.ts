import type { Run, RunFailure } from '#lib/client/run.ts'

type ApiFailure = Extract<RunFailure, { kind: 'api' }>

/**
 * Whether one of several requests failed for a reason that the next one would meet too.
 * @param isOfAll which answers of the API are about what all of them share, and not about one's own text, page or file
 */
export function hopelessForAll({ failure }: Run, isOfAll: (failure: ApiFailure) => boolean): boolean {
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
