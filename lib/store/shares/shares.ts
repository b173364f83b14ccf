import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { type Actor, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { hashLinkSecret, makeLinkSecret } from '#lib/store/core/link-secret.ts'
import { assertRoleUnchanged } from '#lib/store/team/assert-role-unchanged.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { ShareAudience, ShareTable } from './share-schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** A short link in a list: without secret and request. Times are milliseconds since 1970. */
export type ShareRow = Omit<ShareTable, 'teamId' | 'hash' | 'draft' | 'revokedAt'> & {
  readonly createdByName: string
}

/** Target of a link. */
export type OpenShare = Pick<ShareTable, 'id' | 'teamId' | 'contract' | 'title' | 'draft' | 'audience'>

export interface NewShare {
  readonly teamId: string
  readonly contract: string
  readonly title: string
  /** JSON, without secrets and files. */
  readonly draft: string
  readonly audience: ShareAudience
  readonly expiresAt: number | null
  readonly by: Actor & { readonly id: string }
}

export interface ShareStore {
  /**
   * `secret` belongs to the link and is returned only here.
   * @throws ApiError `storage_full` at the maximum number of active links
   */
  create(share: NewShare): Promise<{ id: string; secret: string }>
  /** Active links, newest first. `ownerId` null: all owners; `before` is the last one of the previous page. */
  list(
    teamId: string,
    page: {
      readonly ownerId: string | null
      readonly limit: number
      readonly before?: { readonly createdAt: number; readonly id: string } | null
    },
  ): Promise<ShareRow[]>
  /** Revokes a link and deletes its request. False if no such link is active, or it has another owner. */
  revoke(
    teamId: string,
    id: string,
    as: { readonly ownerId: string | null; readonly by: Actor },
  ): Promise<boolean>
  /** Null for an unknown, revoked or expired link. */
  open(secret: string): Promise<OpenShare | null>
  countView(id: string): Promise<void>
}

const workingMax = 500
// Long enough to show when a link ended; its request has been deleted by then.
const endedRetentionMs = 30 * 24 * 3_600_000

export function createShareStore(backend: Backend): ShareStore {
  const { database } = backend
  const working = (from: typeof database | Transaction<Schema>, now = Date.now()) =>
    from
      .selectFrom('shares')
      .where('revokedAt', 'is', null)
      .where(build => build.or([build('expiresAt', 'is', null), build('expiresAt', '>', now)]))

  return {
    create({ teamId, contract, title, draft, audience, expiresAt, by }) {
      const { secret, hash } = makeLinkSecret()
      const [id, createdAt] = [makeId('share'), Date.now()]
      const unseen = { revokedAt: null, views: 0, lastViewedAt: null }
      return inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        await forgetEnded(transaction, teamId, createdAt)
        const { count } = await working(transaction)
          .select(({ fn }) => fn.countAll().as('count'))
          .where('teamId', '=', teamId)
          .where('createdBy', '=', by.id)
          .executeTakeFirstOrThrow()
        if (Number(count) >= workingMax) throw tooMany()
        const texts = { title: toStorable(title), draft: toStorable(draft) }
        await transaction
          .insertInto('shares')
          .values({
            id,
            teamId,
            hash,
            contract,
            audience,
            createdBy: by.id,
            createdAt,
            expiresAt,
            ...texts,
            ...unseen,
          })
          .execute()
        const after = { contract, audience, expiresAt }
        await recordChange(transaction, teamId, by, { action: 'share.create', target: id, after })
        return { id, secret }
      })
    },

    list(teamId, { ownerId, limit, before }) {
      let query = working(database)
        .innerJoin('users', 'users.id', 'shares.createdBy')
        .select([
          'shares.id',
          'shares.contract',
          'shares.title',
          'shares.audience',
          'shares.createdBy',
          'shares.createdAt',
          'shares.expiresAt',
          'shares.views',
          'shares.lastViewedAt',
          'users.name as createdByName',
        ])
        .where('shares.teamId', '=', teamId)
      if (ownerId !== null) query = query.where('shares.createdBy', '=', ownerId)
      if (before) {
        query = query.where(build =>
          build(
            build.refTuple('shares.createdAt', 'shares.id'),
            '<',
            build.tuple(before.createdAt, toStorable(before.id)),
          ),
        )
      }
      return query.orderBy('shares.createdAt', 'desc').orderBy('shares.id', 'desc').limit(limit).execute()
    },

    revoke(teamId, id, { ownerId, by }) {
      return inTransaction(backend, async transaction => {
        const now = Date.now()
        let ending = transaction
          .updateTable('shares')
          .set({ revokedAt: now, draft: '' })
          .where('teamId', '=', teamId)
          .where('id', '=', toStorable(id))
          .where('revokedAt', 'is', null)
          .where(build => build.or([build('expiresAt', 'is', null), build('expiresAt', '>', now)]))
        if (ownerId !== null) ending = ending.where('createdBy', '=', ownerId)
        const ended = await ending.returning(['contract', 'audience']).executeTakeFirst()
        if (ended === undefined) return false
        await recordChange(transaction, teamId, by, { action: 'share.revoke', target: id, before: ended })
        return true
      })
    },

    async open(secret) {
      const found = await working(database)
        .select(['id', 'teamId', 'contract', 'title', 'draft', 'audience'])
        .where('hash', '=', hashLinkSecret(secret))
        .executeTakeFirst()
      return found ?? null
    },

    async countView(id) {
      await backend.write(() =>
        database
          .updateTable('shares')
          .set(build => ({ views: build('views', '+', 1), lastViewedAt: Date.now() }))
          .where('id', '=', id)
          .execute(),
      )
    },
  }
}

/** Revokes all links of a user who leaves the team. @returns their number */
export async function endShares(
  transaction: Transaction<Schema>,
  teamId: string,
  userId: string,
): Promise<number> {
  const now = Date.now()
  const ended = await transaction
    .updateTable('shares')
    .set({ revokedAt: now, draft: '' })
    .where('teamId', '=', teamId)
    .where('createdBy', '=', userId)
    .where('revokedAt', 'is', null)
    .where(build => build.or([build('expiresAt', 'is', null), build('expiresAt', '>', now)]))
    .returning('id')
    .execute()
  return ended.length
}

async function forgetEnded(transaction: Transaction<Schema>, teamId: string, now: number): Promise<void> {
  await transaction
    .updateTable('shares')
    .set({ draft: '' })
    .where('teamId', '=', teamId)
    .where('draft', '!=', '')
    .where('expiresAt', '<=', now)
    .execute()
  await transaction
    .deleteFrom('shares')
    .where('teamId', '=', teamId)
    .where(build =>
      build.or([
        build('expiresAt', '<', now - endedRetentionMs),
        build('revokedAt', '<', now - endedRetentionMs),
      ]),
    )
    .execute()
}

function tooMany(): ApiError {
  return new ApiError(
    'storage_full',
    `You have ${workingMax} active short links, the maximum. Revoke unused ones or wait until they expire.`,
  )
}
