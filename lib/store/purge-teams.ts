import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Backend } from './backend.ts'

// So few that nobody waits long for the one who may write, even where each takes words out of an index.
const rowsAtOnce = 100

// It is named by others, or names them: their order is the one in which neither is refused.
const first = ['keys']

/**
 * Removes the rows of deleted teams from every table that has a `team_id`, in small parts. It may be stopped, run again,
 * and run by several processes at once; rows that arrived late, such as the last requests, go with the next call.
 */
export async function purgeDeletedTeams(backend: Backend): Promise<void> {
  const deleted = await backend.database
    .selectFrom('teams')
    .select('id')
    .where('deletedAt', 'is not', null)
    .execute()
  if (deleted.length === 0) return
  const tables = await listTeamTables(backend)
  for (const { id } of deleted) for (const table of tables) await purgeTable(backend, table, id)
  await backend.scrub()
}

/** Tables with rows of teams, as the database names them, in an order in which they can be emptied. */
export async function listTeamTables({ database }: Backend): Promise<readonly string[]> {
  const tables = await database.introspection.getTables()
  const ofTeams = tables
    .filter(({ isView, columns }) => !isView && columns.some(({ name }) => name === 'team_id'))
    .map(({ name }) => name)
  return [...first, ...ofTeams.filter(name => !first.includes(name))]
}

async function purgeTable(backend: Backend, table: string, teamId: string): Promise<void> {
  const row = await findRowName(backend, table)
  // That the team was deleted, and by whom, is all that stays.
  const stays = table === 'audit' ? sql` and action <> 'team.delete'` : sql``
  const theirs = sql`team_id = ${teamId}${stays}`
  const some = sql`(${row}) in (select ${row} from ${sql.table(table)} where ${theirs} limit ${rowsAtOnce})`
  for (;;) {
    const { numAffectedRows } = await backend.write(() =>
      sql`delete from ${sql.table(table)} where ${some}`.execute(backend.database),
    )
    if (!numAffectedRows) return
    await nextTurn()
  }
}

/** What names any row: where SQLite keeps the rows of a table by their key alone, that is its key. */
async function findRowName({ kind, database }: Backend, table: string): Promise<RawBuilder<unknown>> {
  if (kind === 'postgres') return sql.ref('ctid')
  const { rows } = await sql<{ name: string }>`
    select c.name from pragma_table_list(${table}) t join pragma_table_info(${table}) c
    where t.wr = 1 and c.pk > 0 order by c.pk`.execute(database)
  return rows.length === 0 ? sql.ref('rowid') : sql.join(rows.map(({ name }) => sql.ref(name)))
}
