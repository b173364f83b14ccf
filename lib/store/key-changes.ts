import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from './backend.ts'
import { makeId } from './id.ts'
import { inTransaction } from './in-transaction.ts'
import { type KeyRow, toKeyRow } from './key-row.ts'
import { raiseRevision } from './raise-revision.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './to-storable.ts'
import { type BudgetTerms, writeBudget } from './write-budget.ts'

/** What may change of a key once it is made; what is absent stays. */
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
  /** Null when the team has no such key. */
  get(teamId: string, id: string): Promise<KeyRow | null>
  /** @throws ApiError `not_found`; a revoked key is gone for good and counts as none */
  change(teamId: string, id: string, patch: KeyPatch, by: Actor): Promise<KeyRow>
  /**
   * Makes a key in place of this one, which ends after `overlapMs`. `token` is the new one's only copy.
   * @throws ApiError `not_found`
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
        const before = await requireKey(transaction, teamId, id)
        const former = await readTerms(transaction, before.budgetId)
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
          .set({ ...toColumns(patch, before), budgetId })
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
        const old = await requireKey(transaction, teamId, id)
        const now = Date.now()
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
  throw new ApiError('not_found', 'The team has no such key, or it was revoked.')
}

function toColumns(
  { name, scopes, models, disabled, keepBodies, budget: _, ...plain }: KeyPatch,
  before: KeyRow,
) {
  return {
    ...plain,
    // A statement needs a column to set.
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

function toAudited(key: KeyRow, budget: BudgetTerms | null, patch: KeyPatch): object {
  const shown = { ...key, budget, disabled: key.disabledAt !== null }
  return Object.fromEntries(Object.entries(shown).filter(([field]) => Object.hasOwn(patch, field)))
}
