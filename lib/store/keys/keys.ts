import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { hashApiKey, makeApiKey, refuseMistyped } from './api-key.ts'
import { type Actor, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { lockTeam } from '#lib/store/core/in-transaction.ts'
import { createKeyChanges, type KeyChanges } from './key-changes.ts'
import { type KeyRow, type LimitedKey, toKeyRow } from './key-row.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from '#lib/store/team/assert-role-unchanged.ts'
import { type BudgetTerms, writeBudget } from '#lib/store/budgets/write-budget.ts'

export interface NewKey {
  readonly teamId: string
  readonly ownerId: string | null
  readonly name: string
  readonly kind: KeyRow['kind']
  readonly scopes: readonly string[]
  readonly models?: readonly string[] | null
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly parallel?: number | null
  readonly keepBodies?: boolean
  readonly budget?: BudgetTerms | null
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | null
}

export interface KeyStore extends KeyChanges {
  /** The key with this sha256, including revoked and expired ones. */
  findByHash(hash: string): Promise<LimitedKey | null>
  /**
   * Creates a key; `token` is its only copy. Audited if an actor is given.
   * @throws ApiError `role_not_allowed`; `storage_full` at the maximum number of keys
   */
  create(settings: NewKey, by?: Actor): Promise<{ key: KeyRow; token: string }>
  /**
   * Stores the hash of a key that was chosen elsewhere, if it is missing; an existing one stays unchanged, even
   * if revoked.
   */
  ensure(settings: NewKey & { readonly token: string }): Promise<KeyRow>
  /** The team's keys, newest first. */
  list(teamId: string): Promise<KeyRow[]>
  /** False if the team has no such key. Revoking twice keeps the first time. */
  revoke(teamId: string, id: string, by?: Actor): Promise<boolean>
  /** Records the last use of keys, without a notification. */
  touch(ids: readonly string[], at: number): Promise<void>
}

export function createKeyStore(backend: Backend): KeyStore {
  const { database } = backend

  async function insert(settings: NewKey, token: string, by?: Actor): Promise<KeyRow> {
    const hash = hashApiKey(token)
    return backend.write(() =>
      database.transaction().execute(async transaction => {
        if (by) {
          await assertRoleUnchanged(backend, transaction, settings.teamId, by)
          await requireCapacity(transaction, settings)
        }
        const values = toTableRow(settings, token, hash)
        const { id: keyId, teamId } = values
        const { budget = null } = settings
        const budgetId = await writeBudget(
          backend.kind,
          transaction,
          { teamId, keyId, budgetId: null },
          budget,
        )
        const inserted = await transaction
          .insertInto('keys')
          .values({ ...values, budgetId })
          .onConflict(conflict => conflict.column('hash').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (inserted !== undefined) {
          const { id, name, scopes, models } = inserted
          const after = { name, scopes, models, ...(budget !== null && { budget }) }
          if (by) {
            await recordChange(transaction, settings.teamId, by, { action: 'key.create', target: id, after })
          }
          await raiseRevision(backend, transaction, settings.teamId)
          return toKeyRow(inserted)
        }
        const there = transaction.selectFrom('keys').selectAll().where('hash', '=', hash)
        return toKeyRow(await there.executeTakeFirstOrThrow())
      }),
    )
  }

  return {
    ...createKeyChanges(backend),

    async findByHash(hash) {
      const row = await database
        .selectFrom('keys')
        .leftJoin('budgets', join =>
          join.onRef('budgets.teamId', '=', 'keys.teamId').on('budgets.keyId', 'is', null),
        )
        .selectAll('keys')
        .select('budgets.id as teamBudgetId')
        .where('hash', '=', toStorable(hash))
        .executeTakeFirst()
      return row === undefined ? null : { ...toKeyRow(row), teamBudgetId: row.teamBudgetId }
    },

    async create(settings, by) {
      const token = makeApiKey()
      return { key: await insert(settings, token, by), token }
    },

    async ensure({ token, ...settings }) {
      refuseMistyped(token, settings.name)
      return insert(settings, token)
    },

    async list(teamId) {
      const rows = await database
        .selectFrom('keys')
        .selectAll()
        .where('teamId', '=', teamId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toKeyRow)
    },

    revoke(teamId, id, by) {
      return backend.write(() =>
        database.transaction().execute(async transaction => {
          await lockTeam(backend, transaction, toStorable(teamId))
          const row = await transaction
            .updateTable('keys')
            .set(build => ({ revokedAt: build.fn.coalesce('revokedAt', build.val(Date.now())) }))
            .where('teamId', '=', toStorable(teamId))
            .where('id', '=', toStorable(id))
            .returning('id')
            .executeTakeFirst()
          if (row === undefined) return false
          if (by) await assertRoleUnchanged(backend, transaction, teamId, by)
          if (by) await recordChange(transaction, teamId, by, { action: 'key.revoke', target: row.id })
          await raiseRevision(backend, transaction, teamId)
          return true
        }),
      )
    },

    async touch(ids, at) {
      if (ids.length === 0) return
      await backend.write(() =>
        database
          .updateTable('keys')
          .set({ lastUsedAt: at })
          .where('id', 'in', [...ids])
          .execute(),
      )
    },
  }
}

/** A page lists all of them, for everyone who manages keys. */
const perMemberMax = 1000

async function requireCapacity(
  transaction: Transaction<Schema>,
  { teamId, ownerId }: Pick<NewKey, 'teamId' | 'ownerId'>,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('keys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('teamId', '=', teamId)
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < perMemberMax) return
  throw new ApiError('storage_full', `You have ${perMemberMax} keys, the maximum. Revoke unused ones.`)
}

function toTableRow(settings: NewKey, token: string, hash: string) {
  return {
    id: makeId('key'),
    teamId: settings.teamId,
    ownerId: settings.ownerId,
    name: toStorable(settings.name),
    kind: settings.kind,
    hash,
    prefix: token.slice(0, 8),
    last4: token.slice(-4),
    scopes: JSON.stringify(settings.scopes),
    models: settings.models ? JSON.stringify(settings.models) : null,
    requestsPerMinute: settings.requestsPerMinute ?? null,
    tokensPerMinute: settings.tokensPerMinute ?? null,
    parallel: settings.parallel ?? null,
    createdAt: Date.now(),
    expiresAt: settings.expiresAt ?? null,
    disabledAt: null,
    revokedAt: null,
    lastUsedAt: null,
    replaces: null,
    keepBodies: settings.keepBodies === true ? 1 : 0,
    budgetId: null,
    spentNanos: 0,
    ceilings: null,
  }
}
