import 'server-only'
import { toCsvLine } from '#lib/client/csv-cell.ts'
import type { AuditEntry } from '#lib/contracts/console/audit.ts'
import { ApiError } from '#lib/errors.ts'
import type { AuditFilter, AuditRow } from '#lib/store/team/audit.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { readAuditFilter, toEntry } from './audit-view.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { toDownload } from '#lib/console/http/to-download.ts'

const rowsAtOnce = 500

/** The audit log as a file, `format=csv` (default) or `jsonl`, with the filters of the list; audited first. */
export function exportAudit(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'manage_team')
    const { searchParams } = new URL(request.url)
    const format = searchParams.get('format') ?? 'csv'
    if (format !== 'csv' && format !== 'jsonl') {
      throw new ApiError('invalid_value', '`format` must be `csv` or `jsonl`.', { param: 'format' })
    }
    const filter = readAuditFilter(searchParams)
    const { audit } = await store()
    await audit.append(member.teamId, toActor(member, request), {
      action: 'audit.export',
      target: member.teamId,
      after: { format, ...filter },
    })
    return format === 'csv'
      ? toDownload(toCsv(member.teamId, filter), {
          name: 'sextant-audit.csv',
          type: 'text/csv; charset=utf-8',
        })
      : toDownload(toLines(member.teamId, filter), {
          name: 'sextant-audit.jsonl',
          type: 'application/x-ndjson',
        })
  })
}

async function* toLines(teamId: string, filter: AuditFilter): AsyncGenerator<string> {
  for await (const entries of readAll(teamId, filter)) {
    yield entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
  }
}

const columns = [
  'time',
  'actor',
  'actor_id',
  'address',
  'action',
  'target',
  'target_name',
  'before',
  'after',
] as const

async function* toCsv(teamId: string, filter: AuditFilter): AsyncGenerator<string> {
  yield toCsvLine(columns)
  for await (const entries of readAll(teamId, filter)) yield entries.map(toEntryLine).join('')
}

function toEntryLine(entry: AuditEntry): string {
  const cells: Record<(typeof columns)[number], string | null> = {
    time: new Date(entry.at).toISOString(),
    actor: entry.actor,
    actor_id: entry.actor_id,
    address: entry.address,
    action: entry.action,
    target: entry.target,
    target_name: entry.target_name,
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
  }
  return toCsvLine(columns.map(column => cells[column]))
}

async function* readAll(teamId: string, filter: AuditFilter): AsyncGenerator<readonly AuditEntry[]> {
  const { audit } = await store()
  let before: AuditRow | null = null
  do {
    const rows: readonly AuditRow[] = await audit.list(teamId, { limit: rowsAtOnce, before, filter })
    yield rows.map(toEntry)
    before = rows.length === rowsAtOnce ? (rows.at(-1) ?? null) : null
  } while (before !== null)
}
