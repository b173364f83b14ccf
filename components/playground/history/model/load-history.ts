import type { History } from './history.ts'

/** The history of this page; its storage loads on first use, not with the page. */
export async function loadHistory(): Promise<History> {
  const { sharedHistory } = await import('./shared-history.ts')
  return sharedHistory()
}
