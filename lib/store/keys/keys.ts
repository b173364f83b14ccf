import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { makeApiKey, refuseMistyped, toTokenColumns } from './api-key.ts'
import { type Actor, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction, lockTeam } from '#lib/store/core/in-transaction.ts'
import { type LimitChange, requireWithin, settleCeilings } from './key-ceilings.ts'
import { requireScopesOfRole } from './role-scopes.ts'
import { type KeyRow, type LimitedKey, toKeyRow, toTableRow } from './key-row.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { parseTeamSettings, teamLimitsOf } from '#lib/store/team/team-settings.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged, type MemberActor } from '#lib/store/team/assert-role-unchanged.ts'
import { type BudgetTerms, writeBudget } from '#lib/store/budgets/write-budget.ts'

export interface NewKey {
  readonly teamId: string
  readonly ownerId: string | null
  readonly name: string
  readonly kind: KeyRow['kind']
  readonly scopes: readonly string[]
  readonly models?: readonly string[] | null
  readonly defaultModel?: string | null
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly parallel?: number | null
  readonly keepBodies?: boolean
  readonly budget?: BudgetTerms | null
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | null
}

/** Editable fields of a key; absent fields stay unchanged. */
export interface KeyPatch {
  readonly name?: string
  readonly scopes?: readonly string[]
  readonly models?: readonly string[] | null
  readonly defaultModel?: string | null
  readonly requestsPerMinute?: number | null
  readonly tokensPerMinute?: number | null
  readonly parallel?: number | null
  readonly expiresAt?: number | null
  readonly disabled?: boolean
  readonly keepBodies?: boolean
  readonly budget?: BudgetTerms | null
}

/** The life of a key, from its creation to its end. */
export interface KeyStore {
  /**
   * Creates a key; `token` is its only copy. Audited if an actor is given.
   * @throws ApiError `role_not_allowed`, also for a scope that the owner's role does not allow; `storage_full` at the
   * maximum number of keys
   */
  create(settings: NewKey, by?: Actor): Promise<{ key: KeyRow; token: string }>
  /**
   * Stores the hash of a key that was chosen elsewhere, if it is missing; an existing one stays unchanged, even
   * if revoked.
   */
  ensure(settings: NewKey & { readonly token: string }): Promise<KeyRow>
  /** The key with this sha256, including revoked and expired ones. */
  findByHash(hash: string): Promise<LimitedKey | null>
  /** Records the last use of keys, without a notification. */
  touch(ids: readonly string[], at: number): Promise<void>
  /** The team's keys, newest first. */
  list(teamId: string): Promise<KeyRow[]>
  /** Null if the team has no such key. */
  get(teamId: string, id: string): Promise<KeyRow | null>
  /**
   * Limits that an admin set on another member's key stay: the owner can only lower them.
   * @throws ApiError `not_found`, also for a revoked key; `role_not_allowed`, with the field, above an
   * admin's limit or for a scope that the owner's role does not allow
   */
  change(teamId: string, id: string, patch: KeyPatch, by: Actor | MemberActor): Promise<KeyRow>
  /**
   * Creates a key that replaces this one, which ends after `overlapMs`. `token` is the only copy of the new key.
   * @throws ApiError `not_found`, `invalid_value` for a key that has expired or was already rotated,
   * `role_not_allowed` for a scope that the owner's role does not allow, `storage_full` at the maximum number of keys
   */
  rotate(
    teamId: string,
    id: string,
    overlapMs: number,
    by: Actor,
  ): Promise<{ key: KeyRow; token: string; oldExpiresAt: number }>
  /** False if the team has no such key. Revoking twice keeps the first time. */
  revoke(teamId: string, id: string, by?: Actor): Promise<boolean>
}

export function createKeyStore(backend: Backend): KeyStore {
  const { database } = backend
  return {
    async create(settings, by) {
      const token = makeApiKey()
      return { key: await insertKey(backend, settings, token, by), token }
    },

    async ensure({ token, ...settings }) {
      refuseMistyped(token, settings.name)
      return insertKey(backend, settings, token)
    },

    async findByHash(hash) {
      const row = await database
        .selectFrom('keys')
        .leftJoin('budgets', join =>
          join.onRef('budgets.teamId', '=', 'keys.teamId').on('budgets.keyId', 'is', null),
        )
        .leftJoin('settings', 'settings.teamId', 'keys.teamId')
        .selectAll('keys')
        .select(['budgets.id as teamBudgetId', 'settings.data as teamSettings'])
        .where('hash', '=', toStorable(hash))
        .executeTakeFirst()
      if (row === undefined) return null
      const { teamBudgetId, teamSettings, ...stored } = row
      const settings = parseTeamSettings(teamSettings)
      const hasBudget = stored.budgetId !== null || teamBudgetId !== null
      const rejectsUnpriced = hasBudget && settings.rejectUnpriced
      const { answerTokensMax } = settings
      const teamLimits = teamLimitsOf(settings)
      return { ...toKeyRow(stored), teamBudgetId, rejectsUnpriced, answerTokensMax, teamLimits }
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
        const shown = toShown(before, former)
        const changes = changesOf(patch, shown)
        if (!isManager(by)) requireWithin(before.ceilings, shown, changes)
        if (patch.scopes) await requireScopesOfRole(transaction, { ...before, scopes: patch.scopes })
        const isTheirs = !isManager(by) || by.id === before.ownerId
        const ceilings = isTheirs ? before.ceilings : settleCeilings(before.ceilings, changes)
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
        await requireScopesOfRole(transaction, old)
        if (by.id !== null) await requireCapacity(transaction, old, by)
        const oldExpiresAt = Math.min(old.expiresAt ?? Infinity, now + overlapMs)
        const row = {
          ...toTableRow(old),
          id: makeId('key'),
          ...toTokenColumns(token),
          createdAt: now,
          lastUsedAt: null,
          spentNanos: 0,
          replaces: old.id,
          firstKeyId: old.firstKeyId ?? old.id,
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

    revoke(teamId, id, by) {
      return inTransaction(backend, async transaction => {
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
      })
    },
  }
}

/** With an actor it is audited. A member's role and number of keys are checked; the operator has no maximum. */
function insertKey(backend: Backend, settings: NewKey, token: string, by?: Actor): Promise<KeyRow> {
  return inTransaction(backend, async transaction => {
    if (by) {
      await assertRoleUnchanged(backend, transaction, settings.teamId, by)
      await requireScopesOfRole(transaction, settings)
      if (by.id !== null) await requireCapacity(transaction, settings, by)
    }
    const values = toNewRow(settings, token)
    const { id: keyId, teamId, hash } = values
    const { budget = null } = settings
    const budgetId = await writeBudget(backend.kind, transaction, { teamId, keyId, budgetId: null }, budget)
    const inserted = await transaction
      .insertInto('keys')
      .values({ ...values, budgetId })
      .onConflict(conflict => conflict.column('hash').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted !== undefined) {
      const { id, name, scopes, models, defaultModel } = inserted
      const after = {
        name,
        scopes,
        models,
        ...(defaultModel !== null && { defaultModel }),
        ...(budget !== null && { budget }),
      }
      if (by) {
        await recordChange(transaction, settings.teamId, by, { action: 'key.create', target: id, after })
      }
      await raiseRevision(backend, transaction, settings.teamId)
      return toKeyRow(inserted)
    }
    const there = transaction.selectFrom('keys').selectAll().where('hash', '=', hash)
    return toKeyRow(await there.executeTakeFirstOrThrow())
  })
}

/** A page lists all of them, for everyone who manages keys. */
const perMemberMax = 1000

async function requireCapacity(
  transaction: Transaction<Schema>,
  { teamId, ownerId }: Pick<NewKey, 'teamId' | 'ownerId'>,
  by: Actor,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('keys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('teamId', '=', teamId)
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < perMemberMax) return
  const whose = by.id === ownerId ? 'You have' : 'The owner of this key has'
  throw new ApiError('storage_full', `${whose} ${perMemberMax} keys, the maximum. Revoke unused ones.`)
}

function toNewRow(settings: NewKey, token: string) {
  return {
    id: makeId('key'),
    teamId: settings.teamId,
    ownerId: settings.ownerId,
    name: toStorable(settings.name),
    kind: settings.kind,
    ...toTokenColumns(token),
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
    firstKeyId: null,
    keepBodies: settings.keepBodies === true ? 1 : 0,
    budgetId: null,
    spentNanos: 0,
    ceilings: null,
    defaultModel: settings.defaultModel ? toStorable(settings.defaultModel) : null,
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

/** The patch without unchanged fields: a form submits all of them. */
function changesOf(patch: KeyPatch, shown: object): KeyPatch {
  const former = new Map(Object.entries(shown))
  return Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => !isSame(value, former.get(field))),
  )
}

/** Lists of scopes and models have no order. */
function isSame(value: unknown, former: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(former)) {
    return isDeepStrictEqual(new Set<unknown>(value), new Set<unknown>(former))
  }
  return isDeepStrictEqual(value, former)
}

function toShown(key: KeyRow, budget: BudgetTerms | null): KeyRow & Required<LimitChange> {
  return { ...key, budget, disabled: key.disabledAt !== null }
}

function toColumns(
  { name, scopes, models, defaultModel, disabled, keepBodies, budget: _, ...plain }: KeyPatch,
  before: KeyRow,
) {
  return {
    ...plain,
    // A statement needs a column to update.
    name: name === undefined ? before.name : toStorable(name),
    ...(scopes !== undefined && { scopes: JSON.stringify(scopes) }),
    ...(models !== undefined && { models: models === null ? null : JSON.stringify(models) }),
    ...(defaultModel !== undefined && {
      defaultModel: defaultModel === null ? null : toStorable(defaultModel),
    }),
    ...(keepBodies !== undefined && { keepBodies: keepBodies ? 1 : 0 }),
    ...(disabled !== undefined && { disabledAt: disabled ? (before.disabledAt ?? Date.now()) : null }),
  }
}

function toAudited(key: KeyRow, budget: BudgetTerms | null, patch: KeyPatch): object {
  return Object.fromEntries(
    Object.entries(toShown(key, budget)).filter(([field]) => Object.hasOwn(patch, field)),
  )
}

/**
 * Refuses a key that has expired or was rotated; otherwise the new key would expire with it: the second of two
 * simultaneous rotations would return a key that works for a day.
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
