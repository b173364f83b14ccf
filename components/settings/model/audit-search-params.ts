import { readDay } from '#lib/client/day.ts'

/** Filters of the audit log in the URL; null: no filter. Days are `2026-11-22`, in the local time zone. */
export interface AuditSearchParams {
  readonly action: string | null
  readonly actor: string | null
  readonly from: string | null
  /** The last day, inclusive. */
  readonly to: string | null
}

export function readAuditSearchParams(query: Pick<URLSearchParams, 'get'>): AuditSearchParams {
  const read = (name: string) => query.get(name) || null
  return {
    action: read('action'),
    actor: read('actor'),
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  }
}

/** @returns the query string with its question mark; empty without filters */
export function writeAuditSearchParams(searchParams: AuditSearchParams): string {
  const given = Object.entries(searchParams).filter(([, value]) => value !== null && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}

export function isFiltered(searchParams: AuditSearchParams): boolean {
  return Object.values(searchParams).some(value => value !== null)
}
