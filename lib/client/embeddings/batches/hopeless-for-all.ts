import type { Run } from '#lib/client/run.ts'

// No key, not allowed, no such model: true of every request with the same body but for its texts.
const statuses: ReadonlySet<number> = new Set([401, 403, 404])

/** Whether a run failed for a reason that the next request would meet too. */
export function hopelessForAll({ failure }: Run): boolean {
  if (failure === null) return false
  switch (failure.kind) {
    case 'api':
      return statuses.has(failure.status)
    case 'interrupted':
      return false
    case 'unreachable':
    case 'offline':
    case 'signed-out':
      return true
  }
}
