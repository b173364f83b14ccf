import { askConsole } from '#lib/client/team/ask-console.ts'
import type { AuditChoices, AuditPage } from '#lib/contracts/team/audit.ts'
import type { AuditPlace } from './audit-place.ts'

const schemas = () => import('#lib/contracts/team/audit.ts')

/** @param before where the page begins; null: at the newest */
export async function listAudit(place: AuditPlace, before: string | null): Promise<AuditPage> {
  const query = toQuery(place)
  if (before !== null) query.set('before', before)
  const [{ auditPageSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('GET', `/api/audit?${query}`),
  ])
  return auditPageSchema.parse(answer)
}

export async function listAuditChoices(): Promise<AuditChoices> {
  const [{ auditChoicesSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('GET', '/api/audit/choices'),
  ])
  return auditChoicesSchema.parse(answer)
}

/** Where the browser fetches what the list shows, as a file. */
export function toAuditExportAddress(place: AuditPlace, format: 'csv' | 'jsonl'): string {
  const query = toQuery(place)
  query.set('format', format)
  return `/api/audit/export?${query}`
}

function toQuery({ action, actor, from, to }: AuditPlace): URLSearchParams {
  const query = new URLSearchParams()
  if (action) query.set('action', action)
  if (actor) query.set('actor', actor)
  const since = toMidnight(from, 0)
  const until = toMidnight(to, 1)
  if (since !== null) query.set('since', String(since))
  if (until !== null) query.set('until', String(until))
  return query
}

/** When a day begins, or one of the days after it; null where there is none. */
function toMidnight(day: string | null, daysLater: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '') ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  // Not a day's length later: some days have 23 hours.
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).getTime()
}
