import type { KeyCeilings } from './key-ceilings.ts'
import type { KeyTable } from '#lib/store/core/schema.ts'

/** A key as it is stored: never the key itself. Times are milliseconds since 1970. */
export interface KeyRow extends Omit<KeyTable, 'scopes' | 'models' | 'keepBodies' | 'ceilings'> {
  scopes: string[]
  /** Public ids that the key may use; null: all. */
  models: string[] | null
  /** Whether bodies of its requests are kept for a while. */
  keepBodies: boolean
  /** How far whoever it belongs to may go with it. */
  ceilings: KeyCeilings
}

/** A key with what limits it besides its own row. */
export interface LimitedKey extends KeyRow {
  /** The budget of its whole team; null: there is none. */
  readonly teamBudgetId: string | null
}

export function toKeyRow(row: KeyTable): KeyRow {
  return {
    ...row,
    scopes: readList(row.scopes),
    models: row.models === null ? null : readList(row.models),
    keepBodies: row.keepBodies === 1,
    ceilings: readCeilings(row.ceilings),
  }
}

/** @param json null: nothing is limited */
export function readCeilings(json: string | null): KeyCeilings {
  return json === null ? {} : (JSON.parse(json) as KeyCeilings)
}

function readList(json: string): string[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new Error('A key row holds something other than a list.')
  return list.map(String)
}
