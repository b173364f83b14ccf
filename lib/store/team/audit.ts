import type { Transaction } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { AuditTable } from './team-schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** The actor of a change; without an id it is the operator at the command line, or the server. */
export interface Actor {
  readonly id: string | null
  readonly name: string
  readonly address: string | null
}

/** The actor of changes at the command line. */
export const operator: Actor = { id: null, name: 'command line', address: null }

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
  | 'session.end_all'
  | 'invitation.create'
  | 'invitation.revoke'
  | 'member.join'
  | 'member.role'
  | 'member.remove'
  | 'provider.create'
  | 'provider.change'
  | 'provider.remove'
  | 'provider.order'
  | 'model.name'
  | 'model.unname'
  | 'model.change'
  | 'model.default'
  | 'model.alias'
  | 'model.download'
  | 'model.download_cancel'
  | 'prices.update'
  | 'budget.change'
  | 'key.create'
  | 'key.change'
  | 'key.rotate'
  | 'key.revoke'
  | 'request.read'
  | 'requests.export'
  | 'usage.export'
  | 'share.create'
  | 'share.revoke'

export interface AuditEntry {
  readonly action: AuditAction
  /** Id of the changed object. */
  readonly target: string | null
  /** State before and after, without secrets. */
  readonly before?: object | null
  readonly after?: object | null
}

/** An entry with the name of its target, if it is a user or a key. */
export type AuditRow = AuditTable & { readonly targetName: string | null }

/** Filters; absent ones match everything. Times are milliseconds since 1970. */
export interface AuditFilter {
  readonly action?: string
  /** Null: the operator and the server. */
  readonly actorId?: string | null
  readonly since?: number
  /** Entries before this time. */
  readonly until?: number
}

/** A team's audit log. Entries cannot be changed or removed. */
export interface AuditStore {
  append(teamId: string, actor: Actor, entry: AuditEntry): Promise<void>
  /** Newest first; `before` is the last entry of the previous page. */
  list(
    teamId: string,
    page: { limit: number; before?: { at: number; id: string } | null; filter?: AuditFilter },
  ): Promise<AuditRow[]>
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

    list(teamId, { limit, before, filter = {} }) {
      const { action, actorId, since, until } = filter
      let newest = database
        .selectFrom('audit')
        .leftJoin('users', 'users.id', 'audit.target')
        .leftJoin('keys', join =>
          join.onRef('keys.id', '=', 'audit.target').onRef('keys.teamId', '=', 'audit.teamId'),
        )
        .selectAll('audit')
        .select(({ fn }) => fn.coalesce('users.name', 'keys.name').as('targetName'))
        .where('audit.teamId', '=', teamId)
        .orderBy('audit.at', 'desc')
        .orderBy('audit.id', 'desc')
        .limit(limit)
      if (action !== undefined) newest = newest.where('audit.action', '=', toStorable(action))
      if (actorId === null) newest = newest.where('audit.actorId', 'is', null)
      else if (actorId !== undefined) newest = newest.where('audit.actorId', '=', toStorable(actorId))
      if (since !== undefined) newest = newest.where('audit.at', '>=', since)
      if (until !== undefined) newest = newest.where('audit.at', '<', until)
      if (!before) return newest.execute()
      return newest
        .where(build =>
          build(build.refTuple('audit.at', 'audit.id'), '<', build.tuple(before.at, toStorable(before.id))),
        )
        .execute()
    },
  }
}

/** In the transaction of the change: both are committed or neither. */
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
    at: nextTime(),
    actorId: actor.id,
    actorName: toStorable(actor.name),
    address: actor.address,
    action,
    target: target === null ? null : toStorable(target),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
}

const aheadMsMax = 1000
let lastTime = 0

/** Now, but later than the entry before: entries of one millisecond keep their order. */
function nextTime(): number {
  const now = Date.now()
  // A clock that was set back is believed.
  lastTime = now > lastTime || lastTime - now > aheadMsMax ? now : lastTime + 1
  return lastTime
}
