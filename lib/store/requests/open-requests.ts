import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { databaseNow } from '#lib/store/budgets/database-now.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { migrations } from '#lib/store/migrations/migrations.ts'

/** A request without a row yet, as its gateway wrote it. */
export interface OpenRequest {
  readonly id: string
  readonly teamId: string
  /** JSON. */
  readonly request: string
}

export interface AbandonedRequest extends Omit<OpenRequest, 'teamId'> {
  /** When its gateway last renewed, in milliseconds since 1970. */
  readonly endedAt: number
}

/** A gateway on the same database. Null: one of an earlier version does not say. */
export interface SeenGateway {
  readonly id: string
  readonly version: string | null
  /** The number of the last migration that its version knows. */
  readonly schema: number | null
  /** Milliseconds since 1970, by the clock of the database. */
  readonly startedAt: number | null
  /** Since it was seen last. */
  readonly silentMs: number
}

/** Requests that asked a provider and have no row yet. Writing its row removes a request (`RequestStore`). */
export interface OpenRequestStore {
  /** Later attempts replace earlier ones. */
  insertMany(gatewayId: string, requests: readonly OpenRequest[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** How many gateways have renewed in the last 20 s. */
  countGateways(): Promise<number>
  /** Those gateways, the first that started first. */
  listGateways(): Promise<SeenGateway[]>
  /** Tells other gateways that this one is alive, and removes its requests whose rows came first. */
  renew(gatewayId: string, version: string): Promise<void>
  /** Requests of these gateways, and of those that have not renewed for `silentMs`; null: only of these. */
  findAbandoned(gatewayIds: readonly string[], silentMs: number | null): Promise<AbandonedRequest[]>
  /** Removes the same gateways once they have no requests. */
  removeEnded(gatewayIds: readonly string[], silentMs: number | null): Promise<void>
  /** The gateway stops, and its rows are written. */
  leave(gatewayId: string): Promise<void>
}

const pageSize = 1_000
const goneMs = 20_000

export function createOpenRequestStore(backend: Backend): OpenRequestStore {
  const { database, kind } = backend

  /** The time before which a gateway that renewed last has ended. */
  async function silentBefore(silentMs: number | null): Promise<number> {
    return silentMs === null ? -1 : (await databaseNow(kind, database)) - silentMs
  }

  return {
    async insertMany(gatewayId, requests) {
      // A statement must not change a row twice: the last attempt counts.
      const rows = [...new Map(requests.map(each => [each.id, { ...each, gatewayId }])).values()]
      if (rows.length === 0) return
      await backend.write(() =>
        database
          .insertInto('openRequests')
          .values(rows)
          .onConflict(conflict =>
            conflict.column('id').doUpdateSet(build => ({ request: build.ref('excluded.request') })),
          )
          .execute(),
      )
    },

    async remove(ids) {
      await backend.write(() =>
        database
          .deleteFrom('openRequests')
          .where('id', 'in', [...ids])
          .execute(),
      )
    },

    async renew(gatewayId, version) {
      const seenAt = await databaseNow(kind, database)
      await backend.write(async () => {
        await database
          .insertInto('gateways')
          .values({ id: gatewayId, seenAt, version, schemaNumber: migrations.length, startedAt: seenAt })
          .onConflict(conflict => conflict.column('id').doUpdateSet({ seenAt }))
          .execute()
        await database
          .deleteFrom('openRequests')
          .where('gatewayId', '=', gatewayId)
          .where('id', 'in', query =>
            query
              .selectFrom('requests')
              .select('requests.id')
              .whereRef('requests.id', '=', 'openRequests.id'),
          )
          .execute()
      })
    },

    async listGateways() {
      const now = await databaseNow(kind, database)
      const rows = await database
        .selectFrom('gateways')
        .selectAll()
        .where('seenAt', '>', now - goneMs)
        .orderBy('startedAt')
        .orderBy('id')
        .execute()
      return rows.map(({ schemaNumber: schema, seenAt, ...row }) => ({
        ...row,
        schema,
        silentMs: now - seenAt,
      }))
    },

    async countGateways() {
      const { count } = await database
        .selectFrom('gateways')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('seenAt', '>', (await databaseNow(kind, database)) - goneMs)
        .executeTakeFirstOrThrow()
      return count
    },

    async findAbandoned(gatewayIds, silentMs) {
      const before = await silentBefore(silentMs)
      return await database
        .selectFrom('openRequests')
        .leftJoin('gateways', 'gateways.id', 'openRequests.gatewayId')
        .select(['openRequests.id', 'openRequests.request'])
        .select(build => build.fn.coalesce('gateways.seenAt', build.val(0)).as('endedAt'))
        .where(build =>
          build.or([
            build('gateways.seenAt', '<', before),
            ...(gatewayIds.length > 0 ? [build('openRequests.gatewayId', 'in', [...gatewayIds])] : []),
          ]),
        )
        .limit(pageSize)
        .execute()
    },

    async removeEnded(gatewayIds, silentMs) {
      const before = await silentBefore(silentMs)
      await removeGateways(build =>
        build.or([
          build('seenAt', '<', before),
          ...(gatewayIds.length > 0 ? [build('id', 'in', [...gatewayIds])] : []),
        ]),
      )
    },

    leave: gatewayId => removeGateways(build => build('id', '=', gatewayId)),
  }

  /** Those that have requests stay: another gateway writes their rows. */
  async function removeGateways(
    condition: (build: ExpressionBuilder<Schema, 'gateways'>) => Expression<SqlBool>,
  ): Promise<void> {
    await backend.write(() =>
      database
        .deleteFrom('gateways')
        .where(condition)
        .where('id', 'not in', query => query.selectFrom('openRequests').select('gatewayId'))
        .execute(),
    )
  }
}
