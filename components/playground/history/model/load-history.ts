import type { History } from './history.ts'

/** The one history of this page; what keeps it is loaded when it is first asked for, not with the page. */
export async function loadHistory(): Promise<History> {
  const { sharedHistory } = await import('./shared-history.ts')
  return sharedHistory()
}
