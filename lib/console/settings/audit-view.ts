import 'server-only'
import { type AuditEntry, auditFilterSchema } from '#lib/contracts/console/audit.ts'
import type { AuditFilter, AuditRow } from '#lib/store/team/audit.ts'
import { formatAction } from './audit-labels.ts'
import { parseFields } from '#lib/console/http/read-body.ts'

/** @throws ApiError `invalid_value` with the name of the invalid parameter */
export function readAuditFilter(searchParams: URLSearchParams): AuditFilter {
  const given = [...searchParams].filter(([, value]) => value !== '')
  const { action, actor, since, until } = parseFields(auditFilterSchema, Object.fromEntries(given))
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actorId: actor === 'none' ? null : actor }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}

export function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor_id: row.actorId,
    actor: row.actorName,
    address: row.address,
    action: row.action,
    words: formatAction(row.action),
    target: row.target,
    target_name: row.targetName,
    before: toFields(row.before),
    after: toFields(row.after),
  }
}

function toFields(text: string | null): Record<string, unknown> | null {
  const fields: unknown = text === null ? null : JSON.parse(text)
  return typeof fields === 'object' && fields !== null ? { ...fields } : null
}
