import type { KeyCeilings } from './key-ceilings.ts'
import type { KeyTable } from '#lib/store/core/schema.ts'

/** A stored key, without the key itself. Times are milliseconds since 1970. */
export interface KeyRow extends Omit<KeyTable, 'scopes' | 'models' | 'keepBodies' | 'ceilings'> {
  scopes: string[]
  /** Public model ids that the key may use; null: all. */
  models: string[] | null
  /** Whether bodies of its requests are logged temporarily. */
  keepBodies: boolean
  /** Limits set by an admin. */
  ceilings: KeyCeilings
}

/** Limits of a key or team; null: unlimited. */
export interface RateLimits {
  readonly requestsPerMinute: number | null
  readonly tokensPerMinute: number | null
  readonly parallel: number | null
}

/** A key with limits from outside its own row. */
export interface LimitedKey extends KeyRow {
  /** Budget of the whole team; null: none. */
  readonly teamBudgetId: string | null
  /** Whether its budgets reject models without a price. */
  readonly rejectsUnpriced: boolean
  /** The limit of answers to requests without one, under a budget; null: the default. */
  readonly answerTokensMax: number | null
  /** Of all keys of its team together. */
  readonly teamLimits: RateLimits
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

/** The reverse of `toKeyRow`. */
export function toTableRow(row: KeyRow): KeyTable {
  return {
    ...row,
    scopes: JSON.stringify(row.scopes),
    models: row.models === null ? null : JSON.stringify(row.models),
    keepBodies: row.keepBodies ? 1 : 0,
    ceilings: JSON.stringify(row.ceilings),
  }
}

/** @param json null: no limits */
export function readCeilings(json: string | null): KeyCeilings {
  return json === null ? {} : (JSON.parse(json) as KeyCeilings)
}

function readList(json: string): string[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) throw new Error('A key row contains a value that is not a list.')
  return list.map(String)
}
