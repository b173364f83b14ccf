import 'server-only'
import type { AuditChoices, AuditPage, AuditEntry } from '#lib/contracts/console/audit.ts'
import { answer } from '#lib/console/http/answer.ts'
import { readAuditFilter, toEntry } from './audit-view.ts'
import { auditActions } from './audit-labels.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { readCursor, toCursor } from '#lib/console/http/time-cursor.ts'

const pageSize = 50

/** A page of the audit log, newest first. */
export function listAudit(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { teamId } = await requireMember(request, 'manage_team')
    const { searchParams } = new URL(request.url)
    const filter = readAuditFilter(searchParams)
    const before = readCursor(searchParams, 'before')
    const { audit } = await store()
    const rows = await audit.list(teamId, { limit: pageSize + 1, before, filter })
    const shown = rows.slice(0, pageSize)
    const last = shown.at(-1)
    const page: AuditPage = {
      entries: await nameAuditIds(teamId, shown.map(toEntry)),
      next: rows.length > shown.length && last ? toCursor(last) : null,
    }
    return Response.json(page)
  })
}

/** Filter options: all actions and all current members. */
export function listAuditChoices(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { teamId } = await requireMember(request, 'manage_team')
    const { members } = await store()
    const memberRows = (await members.list(teamId)).map(({ userId, name }) => ({ id: userId, name }))
    const choices: AuditChoices = { actions: auditActions, people: memberRows }
    return Response.json(choices)
  })
}

// Entry fields that contain a key or member id.
const keyFields = ['key', 'newKey']
const memberFields = ['member', 'actorId']

/** Entries with names of the team's keys and members, also in their before and after values. */
async function nameAuditIds(teamId: string, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const { requests, members } = await store()
  const keyIds = entries.flatMap(({ before, after }) => [...textsOf(before), ...textsOf(after)])
  const [keys, memberRows] = await Promise.all([requests.keyNames(teamId, keyIds), members.list(teamId)])
  const names = new Map([...keys, ...memberRows.map(({ userId, name }) => [userId, name] as const)])
  const toNamed = (fields: AuditEntry['before']) =>
    fields && Object.fromEntries(Object.entries(fields).map(([name, held]) => [name, toName(name, held)]))
  const toName = (name: string, held: unknown) =>
    typeof held === 'string' && [...keyFields, ...memberFields].includes(name)
      ? (names.get(held) ?? held)
      : held
  return entries.map(entry => ({ ...entry, before: toNamed(entry.before), after: toNamed(entry.after) }))
}

function textsOf(fields: AuditEntry['before']): string[] {
  return keyFields.map(name => fields?.[name]).filter(held => typeof held === 'string')
}
