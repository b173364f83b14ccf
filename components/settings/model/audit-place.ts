import { readDay } from '#lib/client/day.ts'

/** Which entries, as the page's address says it; null: not asked for. Days are `2026-11-22`, in the reader's zone. */
export interface AuditPlace {
  readonly action: string | null
  readonly actor: string | null
  readonly from: string | null
  /** The last day that is shown. */
  readonly to: string | null
}

export function readAuditPlace(query: Pick<URLSearchParams, 'get'>): AuditPlace {
  const read = (name: string) => query.get(name) || null
  return {
    action: read('action'),
    actor: read('actor'),
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  }
}

/** @returns what follows the path, with its question mark; empty where nothing is asked for */
export function writeAuditPlace(place: AuditPlace): string {
  const given = Object.entries(place).filter(([, value]) => value !== null && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}
