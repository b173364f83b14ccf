import { readPersonName } from './account.ts'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from './backend.ts'
import { inTransaction } from './in-transaction.ts'
import { requireStanding } from './require-standing.ts'
import { toStorable } from './to-storable.ts'

/** @throws ApiError `invalid_value` with param `name` */
export function renameTeam(backend: Backend, teamId: string, given: string, actor: Actor): Promise<void> {
  const name = toStorable(readPersonName(given))
  return inTransaction(backend, async transaction => {
    await requireStanding(backend, transaction, teamId, actor)
    const { name: former } = await transaction
      .selectFrom('teams')
      .select('name')
      .where('id', '=', teamId)
      .executeTakeFirstOrThrow()
    if (former === name) return
    await transaction.updateTable('teams').set({ name }).where('id', '=', teamId).execute()
    await recordChange(transaction, teamId, actor, {
      action: 'team.rename',
      target: teamId,
      before: { name: former },
      after: { name },
    })
  })
}
