import { setTimeout as wait } from 'node:timers/promises'

/**
 * Retries a write while another process holds SQLite's single write lock. The connection itself waits only 50 ms,
 * because its waiting blocks the event loop; the pauses here do not.
 * @param patienceMs longer than another process's longest write; a lock held longer is an error, and thrown
 */
export async function retryWhileBusy<T>(work: () => Promise<T>, patienceMs = 5000): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
      await wait(5 + Math.random() * 45)
    }
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('SQLITE_BUSY')
  )
}
