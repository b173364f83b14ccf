import type { Transaction } from 'kysely'
import { readCeilings } from './key-row.ts'
import type { Schema } from './schema.ts'

/**
 * Who may only look on has no use of keys that run: they rest, and do so until an administrator enables them, whatever
 * their owner becomes.
 * @returns how many there are
 */
export async function restKeys(
  transaction: Transaction<Schema>,
  teamId: string,
  userId: string,
): Promise<number> {
  const resting = await transaction
    .selectFrom('keys')
    .select(['id', 'ceilings'])
    .where('teamId', '=', teamId)
    .where('ownerId', '=', userId)
    .where('kind', '=', 'api')
    .where('revokedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .execute()
  for (const { id, ceilings } of resting) {
    const rest = JSON.stringify({ ...readCeilings(ceilings), disabled: true })
    await transaction
      .updateTable('keys')
      .set({ disabledAt: Date.now(), ceilings: rest })
      .where('id', '=', id)
      .execute()
  }
  return resting.length
}
