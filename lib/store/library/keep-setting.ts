import type { Backend } from '#lib/store/backend.ts'
import { raiseRevision } from '#lib/store/raise-revision.ts'

/** Whether a team's library keeps everything that is read; other settings of the team lie beside it. */
export async function readKeepEverything({ database }: Backend, teamId: string): Promise<boolean> {
  const row = await database
    .selectFrom('settings')
    .select('data')
    .where('teamId', '=', teamId)
    .executeTakeFirst()
  return row !== undefined && toSettings(row.data)['keepEverything'] === true
}

export async function writeKeepEverything(
  backend: Backend,
  teamId: string,
  keepEverything: boolean,
): Promise<void> {
  await backend.write(() =>
    backend.database.transaction().execute(async transaction => {
      // Makes the row where there is none, and locks it.
      await raiseRevision(backend, transaction, teamId)
      const { data } = await transaction
        .selectFrom('settings')
        .select('data')
        .where('teamId', '=', teamId)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('settings')
        .set({ data: JSON.stringify({ ...toSettings(data), keepEverything }) })
        .where('teamId', '=', teamId)
        .execute()
    }),
  )
}

function toSettings(data: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(data)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}
