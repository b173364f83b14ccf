import { beginOfDay, endOfDay } from '#lib/client/day.ts'
import { askConsole } from '#lib/client/ask-console.ts'
import type { AuditChoices, AuditPage } from '#lib/contracts/console/audit.ts'
import type { AuditSearchParams } from './audit-search-params.ts'

const schemas = () => import('#lib/contracts/console/audit.ts')

/** @param before cursor of the page; null: the newest entries */
export async function listAudit(searchParams: AuditSearchParams, before: string | null): Promise<AuditPage> {
  const query = toQuery(searchParams)
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

/** URL of the filtered log as a file. */
export function toAuditExportAddress(searchParams: AuditSearchParams, format: 'csv' | 'jsonl'): string {
  const query = toQuery(searchParams)
  query.set('format', format)
  return `/api/audit/export?${query}`
}

function toQuery({ action, actor, from, to }: AuditSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  if (action) query.set('action', action)
  if (actor) query.set('actor', actor)
  if (from) query.set('since', String(beginOfDay(from)))
  if (to) query.set('until', String(endOfDay(to)))
  return query
}
