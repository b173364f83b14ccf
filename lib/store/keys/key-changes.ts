import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'
import { type Actor, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction, lockTeam } from '#lib/store/core/in-transaction.ts'
import { requireWithin, settleCeilings } from './key-ceilings.ts'
import { type KeyRow, toKeyRow } from './key-row.ts'
import type { MemberActor } from '#lib/store/team/assert-role-unchanged.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from '#lib/store/team/assert-role-unchanged.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { type BudgetTerms, writeBudget } from '#lib/store/budgets/write-budget.ts'

/** Editable fields of a key; absent fields stay unchanged. */
export interface KeyPatch {
  readonly name?: string
  readonly scopes?: readonly string[]
  readonly models?: readonly string[] | null
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly parallel?: number | null
  readonly expiresAt?: number | null
  readonly disabled?: boolean
  readonly keepBodies?: boolean
  readonly budget?: BudgetTerms | null
}

export interface KeyChanges {
  /** Null if the team has no such key. */
  get(teamId: string, id: string): Promise<KeyRow | null>
  /**
   * Limits that an admin set on another member's key stay: the owner can only lower them.
   * @throws ApiError `not_found`, also for a revoked key; `role_not_allowed`, with the field, above an
   * admin's limit
   */
  change(teamId: string, id: string, patch: KeyPatch, by: Actor | MemberActor): Promise<KeyRow>
  /**
   * Creates a key that replaces this one, which ends after `overlapMs`. `token` is the only copy of the new key.
   * @throws ApiError `not_found`, `invalid_value` for a key that has expired or was already rotated
   */
  rotate(
    teamId: string,
    id: string,
    overlapMs: number,
    by: Actor,
  ): Promise<{ key: KeyRow; token: string; oldExpiresAt: number }>
}

export function createKeyChanges(backend: Backend): KeyChanges {
  const { database } = backend
  return {
    async get(teamId, id) {
      const row = await database
        .selectFrom('keys')
        .selectAll()
        .where('teamId', '=', teamId)
        .where('id', '=', toStorable(id))
        .executeTakeFirst()
      return row === undefined ? null : toKeyRow(row)
    },

    change(teamId, id, patch, by) {
      return inTransaction(backend, async transaction => {
        await lockTeam(backend, transaction, teamId)
        const before = await requireKey(transaction, teamId, id)
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const former = await readTerms(transaction, before.budgetId)
        if (!isManager(by)) requireWithin(before.ceilings, patch)
        const isTheirs = !isManager(by) || by.id === before.ownerId
        const ceilings = isTheirs
          ? before.ceilings
          : settleCeilings(before.ceilings, changesOf(patch, toShown(before, former)))
        const budgetId =
          patch.budget === undefined
            ? before.budgetId
            : await writeBudget(
                backend.kind,
                transaction,
                { teamId, keyId: before.id, budgetId: before.budgetId },
                patch.budget,
              )
        const changed = await transaction
          .updateTable('keys')
          .set({ ...toColumns(patch, before), budgetId, ceilings: JSON.stringify(ceilings) })
          .where('teamId', '=', teamId)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        const after = toKeyRow(changed)
        await recordChange(transaction, teamId, by, {
          action: 'key.change',
          target: id,
          before: toAudited(before, former, patch),
          after: toAudited(after, patch.budget ?? null, patch),
        })
        await raiseRevision(backend, transaction, teamId)
        return after
      })
    },

    rotate(teamId, id, overlapMs, by) {
      const token = makeApiKey()
      return inTransaction(backend, async transaction => {
        await lockTeam(backend, transaction, teamId)
        const old = await requireKey(transaction, teamId, id)
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const now = Date.now()
        await refuseEnding(transaction, old, now)
        const oldExpiresAt = Math.min(old.expiresAt ?? Infinity, now + overlapMs)
        const row = {
          ...old,
          id: makeId('key'),
          hash: hashApiKey(token),
          prefix: token.slice(0, 8),
          last4: token.slice(-4),
          scopes: JSON.stringify(old.scopes),
          models: old.models === null ? null : JSON.stringify(old.models),
          keepBodies: old.keepBodies ? 1 : 0,
          ceilings: JSON.stringify(old.ceilings),
          createdAt: now,
          lastUsedAt: null,
          spentNanos: 0,
          replaces: old.id,
        }
        const inserted = await transaction
          .insertInto('keys')
          .values(row)
          .returningAll()
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('keys')
          .set({ expiresAt: oldExpiresAt })
          .where('teamId', '=', teamId)
          .where('id', '=', old.id)
          .execute()
        const key = toKeyRow(inserted)
        await recordChange(transaction, teamId, by, {
          action: 'key.rotate',
          target: old.id,
          after: { newKey: key.id, oldExpiresAt },
        })
        await raiseRevision(backend, transaction, teamId)
        return { key, token, oldExpiresAt }
      })
    },
  }
}

async function requireKey(transaction: Transaction<Schema>, teamId: string, id: string): Promise<KeyRow> {
  const row = await transaction
    .selectFrom('keys')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('id', '=', toStorable(id))
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (row !== undefined) return toKeyRow(row)
  throw new ApiError('not_found', 'This key does not exist or was revoked.')
}

/**
 * Otherwise the new key would expire with it: the second of two simultaneous rotations would return a key that
 * works for a day.
 */
async function refuseEnding(transaction: Transaction<Schema>, key: KeyRow, now: number): Promise<void> {
  if (key.expiresAt === null) return
  if (key.expiresAt <= now) {
    throw new ApiError('invalid_value', 'This key has expired. Create a new one, or change its expiry first.')
  }
  const successor = await transaction
    .selectFrom('keys')
    .select('id')
    .where('teamId', '=', key.teamId)
    .where('replaces', '=', key.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (successor === undefined) return
  throw new ApiError('invalid_value', 'This key was already rotated. Rotate its replacement.')
}

function toColumns(
  { name, scopes, models, disabled, keepBodies, budget: _, ...plain }: KeyPatch,
  before: KeyRow,
) {
  return {
    ...plain,
    // A statement needs a column to update.
    name: name === undefined ? before.name : toStorable(name),
    ...(scopes !== undefined && { scopes: JSON.stringify(scopes) }),
    ...(models !== undefined && { models: models === null ? null : JSON.stringify(models) }),
    ...(keepBodies !== undefined && { keepBodies: keepBodies ? 1 : 0 }),
    ...(disabled !== undefined && { disabledAt: disabled ? (before.disabledAt ?? Date.now()) : null }),
  }
}

async function readTerms(
  transaction: Transaction<Schema>,
  budgetId: string | null,
): Promise<BudgetTerms | null> {
  if (budgetId === null) return null
  const row = await transaction
    .selectFrom('budgets')
    .select(['limitNanos', 'period'])
    .where('id', '=', budgetId)
    .executeTakeFirst()
  return row ?? null
}

/** Without a role, the actor is the operator. */
function isManager(by: Actor | MemberActor): boolean {
  return !('role' in by) || by.role === 'admin' || by.role === 'owner'
}

function toAudited(key: KeyRow, budget: BudgetTerms | null, patch: KeyPatch): object {
  return Object.fromEntries(
    Object.entries(toShown(key, budget)).filter(([field]) => Object.hasOwn(patch, field)),
  )
}

function changesOf(patch: KeyPatch, shown: object): KeyPatch {
  const former = new Map(Object.entries(shown))
  return Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => !isDeepStrictEqual(value, former.get(field))),
  )
}

function toShown(key: KeyRow, budget: BudgetTerms | null): object {
  return { ...key, budget, disabled: key.disabledAt !== null }
}
