import type { Transaction } from 'kysely'
import type { Actor } from '#lib/store/audit.ts'
import type { Backend } from '#lib/store/backend.ts'
import { inTransaction } from '#lib/store/in-transaction.ts'
import type { Schema } from '#lib/store/schema.ts'
import { readTeamSettings, updateTeamSettings } from '#lib/store/team-settings.ts'

/** Whether a team's library keeps everything that is read. */
export async function readKeepEverything({ database }: Backend, teamId: string): Promise<boolean> {
  return (await readTeamSettings(database, teamId)).keepEverything
}

/** @param keyId whose owner changes it */
export function writeKeepEverything(
  backend: Backend,
  { teamId, keepEverything, keyId }: { teamId: string; keepEverything: boolean; keyId: string },
): Promise<void> {
  return inTransaction(backend, async transaction => {
    const actor = await toActor(transaction, teamId, keyId)
    await updateTeamSettings(backend, transaction, { teamId, patch: { keepEverything }, actor })
  })
}

async function toActor(transaction: Transaction<Schema>, teamId: string, keyId: string): Promise<Actor> {
  const key = await transaction
    .selectFrom('keys')
    .leftJoin('users', 'users.id', 'keys.ownerId')
    .select(['users.id', 'users.name', 'keys.name as keyName'])
    .where('keys.teamId', '=', teamId)
    .where('keys.id', '=', keyId)
    .executeTakeFirst()
  return { id: key?.id ?? null, name: key?.name ?? key?.keyName ?? 'API', address: null }
}
