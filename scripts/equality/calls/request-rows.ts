import path from 'node:path'
import Database from 'better-sqlite3'
import type { Mask } from '#scripts/equality/mask.ts'

/** Columns whose values are times of this run. */
const varying = /(_ms|_at|_id|^id|_hash|bytes)$/

/** The request rows, sorted by text, because background work is written when it ends. */
export function readRequestRows(dataDir: string, mask: Mask): readonly object[] {
  const database = new Database(path.join(dataDir, 'sextant.db'), { readonly: true })
  try {
    const rows = database.prepare<[], Record<string, unknown>>('select * from requests order by id').all()
    return rows
      .map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, clean(name, value)])))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  } finally {
    database.close()
  }

  function clean(name: string, value: unknown): unknown {
    if (value === null) return null
    if (varying.test(name)) return `<${name}>`
    return typeof value === 'string' ? mask(value) : value
  }
}
