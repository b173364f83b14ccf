import pg from 'pg'
import { Listeners } from './listeners.ts'

export const changeChannel = 'sextant_changed'

const firstPauseMs = 250
const longestPauseMs = 5000

/**
 * Hears what other processes announce, on a direct connection of its own: notifications do not pass a transaction
 * pooler. While there is none anything may be missed, so every listener is called whenever it begins to hear.
 */
export function watchPostgres(databaseUrl: string): {
  onChange(listener: () => void): () => void
  close(): Promise<void>
} {
  const listeners = new Listeners()
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let closed = false

  function connect(): void {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'sextant changes',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client = next
    const lost = () => {
      if (closed || client !== next) return
      client = null
      retry = setTimeout(connect, pauseMs)
      retry.unref()
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      void next.end().catch(() => {})
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', () => listeners.call())
    next
      .connect()
      .then(() => next.query(`listen ${changeChannel}`))
      .then(() => {
        pauseMs = firstPauseMs
        listeners.call()
      })
      .catch(lost)
  }

  return {
    onChange(listener) {
      if (client === null && retry === undefined) connect()
      return listeners.add(listener)
    },
    async close() {
      closed = true
      listeners.clear()
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
