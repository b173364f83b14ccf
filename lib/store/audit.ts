import type { Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import { makeId } from './id.ts'
import type { Schema } from './schema.ts'
import type { AuditTable } from './team-schema.ts'
import { toStorable } from './to-storable.ts'

/** Who changes something; without an id it is the operator at the command line, or the product itself. */
export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly address: string | null
}

export type AuditAction =
  | 'team.set_up'
  | 'team.rename'
  | 'team.export'
  | 'team.delete'
  | 'settings.change'
  | 'audit.export'
  | 'account.change'
  | 'session.start'
  | 'session.end'
  | 'invitation.create'
  | 'invitation.revoke'
  | 'member.join'
  | 'member.role'
  | 'member.remove'
  | 'key.create'
  | 'key.change'
  | 'key.rotate'
  | 'key.revoke'

export interface AuditEntry {
  readonly action: AuditAction
  /** The id of what was changed. */
  readonly target: string | null
  /** What it was and what it is, without secrets. */
  readonly before?: object | null
  readonly after?: object | null
}

/** What happened in a team. There is no way to change or remove an entry. */
export interface AuditStore {
  append(teamId: string, actor: Actor, entry: AuditEntry): Promise<void>
  /** Newest first; `before` is the last entry of the page before. */
  list(
    teamId: string,
    page: { limit: number; before?: { at: number; id: string } | null },
  ): Promise<AuditTable[]>
}

export function createAuditStore(backend: Backend): AuditStore {
  const { database } = backend
  return {
    async append(teamId, actor, entry) {
      await backend.write(() =>
        database
          .insertInto('audit')
          .values(toRow(teamId, actor, entry))
          .execute(),
      )
    },

    list(teamId, { limit, before }) {
      const newest = database
        .selectFrom('audit')
        .selectAll()
        .where('teamId', '=', teamId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (!before) return newest.execute()
      return newest
        .where(build => build(build.refTuple('at', 'id'), '<', build.tuple(before.at, toStorable(before.id))))
        .execute()
    },
  }
}

/** In the transaction of the change itself: neither is there without the other. */
export async function recordChange(
  transaction: Transaction<Schema>,
  teamId: string,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit')
    .values(toRow(teamId, actor, entry))
    .execute()
}

function toRow(teamId: string, actor: Actor, { action, target, before, after }: AuditEntry): AuditTable {
  return {
    id: makeId('audit'),
    teamId,
    at: Date.now(),
    actorId: actor.id,
    actorName: toStorable(actor.name),
    address: actor.address,
    action,
    target: target === null ? null : toStorable(target),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
}
