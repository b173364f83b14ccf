import type { Run } from '#lib/client/run.ts'

/** Whether a page failed for a reason that the next one would meet too; what a website says holds for it alone. */
export function hopelessForAll({ failure }: Run): boolean {
  if (failure === null) return false
  switch (failure.kind) {
    case 'api':
      return failure.status === 401
    case 'interrupted':
      return false
    case 'unreachable':
    case 'offline':
    case 'signed-out':
      return true
  }
}
