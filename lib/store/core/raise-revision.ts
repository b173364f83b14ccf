import type { Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import type { Schema } from './schema.ts'

/** Marks the team's keys or settings as changed, so that every process clears its cache. */
export async function raiseRevision(
  backend: Backend,
  transaction: Transaction<Schema>,
  teamId: string,
): Promise<void> {
  const updatedAt = Date.now()
  await transaction
    .insertInto('settings')
    .values({ teamId, data: '{}', revision: 1, updatedAt })
    .onConflict(conflict =>
      conflict
        .column('teamId')
        .doUpdateSet(({ eb }) => ({ revision: eb('settings.revision', '+', 1), updatedAt })),
    )
    .execute()
  await backend.announce(transaction)
}
