import { hash } from 'node:crypto'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'

/** Number of attempts within a period before they are slowed down. */
export interface AttemptLimit {
  /** The counted key, e.g. `mail:me@example.org`; only its hash is stored. */
  readonly bucket: string
  readonly windowMs: number
}

export interface SignInAttemptStore {
  /**
   * Counts an attempt before its password is checked, so that forty simultaneous ones count as forty.
   * @returns for each limit the number within its period, this one included, and the time of the oldest
   */
  count(
    limits: readonly AttemptLimit[],
    now: number,
  ): Promise<{ id: string; counted: { attempts: number; oldestAt: number }[] }>
  /** The password was correct: this attempt, and earlier ones in the first limit, were not guesses. */
  forgive(limits: readonly AttemptLimit[], id: string): Promise<void>
}

const retentionMs = 2 * 3_600_000

export function createSignInAttemptStore(backend: Backend): SignInAttemptStore {
  const toBucket = ({ bucket }: AttemptLimit) => hash('sha256', bucket)
  return {
    async count(limits, now) {
      const id = makeId('attempt')
      // Committed before counting: concurrent transactions would not see each other's attempts.
      await inTransaction(backend, async transaction => {
        await transaction
          .deleteFrom('signInAttempts')
          .where('at', '<', now - retentionMs)
          .execute()
        await transaction
          .insertInto('signInAttempts')
          .values(limits.map(limit => ({ bucket: toBucket(limit), id, at: now })))
          .execute()
      })
      const counted = await Promise.all(
        limits.map(async limit => {
          const row = await backend.database
            .selectFrom('signInAttempts')
            .select(({ fn }) => [fn.countAll<number>().as('attempts'), fn.min('at').as('oldestAt')])
            .where('bucket', '=', toBucket(limit))
            .where('at', '>', now - limit.windowMs)
            .executeTakeFirstOrThrow()
          return { attempts: Number(row.attempts), oldestAt: Number(row.oldestAt) }
        }),
      )
      return { id, counted }
    },

    async forgive(limits, id) {
      const [first] = limits
      await inTransaction(backend, async transaction => {
        await transaction.deleteFrom('signInAttempts').where('id', '=', id).execute()
        if (first === undefined) return
        await transaction.deleteFrom('signInAttempts').where('bucket', '=', toBucket(first)).execute()
      })
    },
  }
}
