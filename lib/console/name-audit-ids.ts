import 'server-only'
import type { AuditEntry } from '#lib/contracts/team/audit.ts'
import { store } from './settings.ts'

// Fields of entries that hold an id of a key or of a member.
const keyFields = ['key', 'newKey']
const memberFields = ['member', 'actorId']

/** Entries as people read them: keys and members of the team by name, also within what was and what became. */
export async function nameAuditIds(teamId: string, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const { requests, members } = await store()
  const keyIds = entries.flatMap(({ before, after }) => [...textsOf(before), ...textsOf(after)])
  const [keys, people] = await Promise.all([requests.keyNames(teamId, keyIds), members.list(teamId)])
  const names = new Map([...keys, ...people.map(({ userId, name }) => [userId, name] as const)])
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
