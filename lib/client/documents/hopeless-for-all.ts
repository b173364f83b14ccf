import type { Run } from '#lib/client/run.ts'

/** Whether a document failed for a reason that the next one would meet too; what is wrong with a file is its own. */
export function hopelessForAll({ failure }: Run): boolean {
  if (failure === null) return false
  switch (failure.kind) {
    case 'api':
      return failure.status === 401 || failure.code === 'invalid_value'
    case 'interrupted':
      return false
    case 'unreachable':
    case 'offline':
    case 'signed-out':
      return true
  }
}
