import { type Kysely, sql } from 'kysely'
import type { Backend } from './backend.ts'
import { exportedTables, type ExportedTable } from './export-tables.ts'
import type { Schema } from './schema.ts'
import { unsought } from './unsought.ts'

/** One row of an export, with the table that it is from; names of fields are as in queries, e.g. `createdAt`. */
export interface ExportedRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

type Row = Record<string, unknown>

/**
 * Everything of a team but secrets, read as fast as it is taken. Not one moment's picture: what changes meanwhile may be
 * in it as it was or as it is.
 */
export async function* exportTeam(
  { kind, database }: Backend,
  teamId: string,
): AsyncGenerator<readonly ExportedRow[]> {
  yield await readTeam(database, teamId)
  for (const table of exportedTables) {
    for await (const rows of readTable({ kind, database }, teamId, table)) {
      yield rows.map(row => ({ table: table.name, row: without(row, table.withheld ?? []) }))
    }
  }
}

/** The team and its people, whose passwords stay here. */
async function readTeam(database: Kysely<Schema>, teamId: string): Promise<ExportedRow[]> {
  const team = await database
    .selectFrom('teams')
    .select(['id', 'name', 'createdAt'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const users = await database
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.createdAt',
      'users.issuer',
      'users.subject',
      'users.lastSeenAt',
    ])
    .where('memberships.teamId', '=', teamId)
    .orderBy('users.id')
    .execute()
  return [{ table: 'teams', row: team }, ...users.map(row => ({ table: 'users', row }))]
}

async function* readTable(
  { kind, database }: Pick<Backend, 'kind' | 'database'>,
  teamId: string,
  { name, key, rowsAtOnce = 500 }: ExportedTable,
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  // Each page follows the primary key: by the index of a team, all of its rows would be sorted for each page.
  const theirs = unsought(kind, 'team_id', teamId)
  let beyond = sql``
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} where ${theirs}${beyond} order by ${columns} limit ${rowsAtOnce}
    `.execute(database)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < rowsAtOnce) return
    beyond = sql` and (${columns}) > (${sql.join(key.map(column => last[toField(column)]))})`
  }
}

function without(row: Row, columns: readonly string[]): Row {
  const withheld = new Set(columns.map(toField))
  return Object.fromEntries(Object.entries(row).filter(([field]) => !withheld.has(field)))
}

function toField(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
