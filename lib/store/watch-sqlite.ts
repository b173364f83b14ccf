import Database from 'better-sqlite3'
import { Listeners } from './listeners.ts'

// A revoked key is refused within a second, the look-up that follows included.
const pollMs = 250

/**
 * Notices what other connections commit, on a connection of its own. `data_version` (12 µs) changes with every
 * commit, request rows included; only a raised revision is a change of keys or settings.
 */
export function watchSqlite(file: string): { onChange(listener: () => void): () => void; close(): void } {
  const listeners = new Listeners()
  let watch: { connection: Database.Database; timer: NodeJS.Timeout } | null = null

  function start(): { connection: Database.Database; timer: NodeJS.Timeout } {
    const connection = new Database(file, { readonly: true, timeout: 20 })
    let version = readVersion(connection)
    let revision = readRevision(connection)
    const poll = () => {
      const nextVersion = readVersion(connection)
      if (nextVersion === version) return
      const nextRevision = readRevision(connection)
      version = nextVersion
      if (nextRevision === revision) return
      revision = nextRevision
      listeners.call()
    }
    const timer = setInterval(() => {
      try {
        poll()
      } catch (error) {
        // Nothing was marked as seen, so the next poll tells it; the store's own calls report a lasting fault.
        if (!(error instanceof Database.SqliteError)) throw error
      }
    }, pollMs)
    timer.unref()
    return { connection, timer }
  }

  return {
    onChange(listener) {
      watch ??= start()
      return listeners.add(listener)
    },
    close() {
      listeners.clear()
      clearInterval(watch?.timer)
      watch?.connection.close()
      watch = null
    },
  }
}

function readVersion(connection: Database.Database): unknown {
  return connection.pragma('data_version', { simple: true })
}

function readRevision(connection: Database.Database): unknown {
  return connection.prepare('select coalesce(sum(revision), 0) from settings').pluck().get()
}
