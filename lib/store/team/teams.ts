import { type Actor, recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import type { Role } from './roles.ts'
import { readPersonName } from './account.ts'
import { inTransaction, lockTeam } from '#lib/store/core/in-transaction.ts'
import { assertRoleUnchanged } from './assert-role-unchanged.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'
import { withoutIndex } from '#lib/store/core/without-index.ts'
import { ApiError } from '#lib/errors.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'

/** A user's membership in a team. */
export interface Member {
  readonly teamId: string
  readonly userId: string
  readonly role: Role
  readonly sessionEpoch: number
  readonly name: string
  /** Null in open mode, which has no sign-in. */
  readonly email: string | null
}

export interface TeamStore {
  /** The owner of the team `default`, used for all requests in open mode; both are created at first use. */
  openModeOwner(): Promise<Member>
  nameOf(teamId: string): Promise<string>
  /** When it was created. */
  createdAt(teamId: string): Promise<number>
  /** @throws ApiError `invalid_value` with param `name` outside 1 to 100 characters */
  rename(teamId: string, name: string, actor: Actor): Promise<void>
  /** Everything of a team except secrets, in parts; see `exportTeam`. */
  export(teamId: string): AsyncIterable<readonly ExportedRow[]>
  /** Ends a team immediately; `purge` deletes its rows. */
  delete(teamId: string, actor: Actor): Promise<void>
  /** Deletes the rows of deleted teams; may take minutes, and can be stopped and called again. */
  purge(): Promise<void>
}

const slug = 'default'
// Teams of earlier versions have no such setting: their keys keep using models without a price.
const settingsOfNewTeams = JSON.stringify({ rejectUnpriced: true })
const nobodySignsIn = { email: null, passwordHash: null, issuer: null, subject: null, lastSeenAt: null }

export function createTeamStore(backend: Backend): TeamStore {
  const { database } = backend

  function find(): Promise<Member | undefined> {
    return database
      .selectFrom('memberships')
      .innerJoin('teams', 'teams.id', 'memberships.teamId')
      .innerJoin('users', 'users.id', 'memberships.userId')
      .select([
        'memberships.teamId',
        'memberships.userId',
        'memberships.role',
        'memberships.sessionEpoch',
        'users.name',
        'users.email',
      ])
      .where('teams.slug', '=', slug)
      .where('memberships.role', '=', 'owner')
      .orderBy('memberships.createdAt')
      .executeTakeFirst()
  }

  /** Several processes start at once: the unique slug lets only one create the team, in one transaction. */
  function make(): Promise<void> {
    const createdAt = Date.now()
    const teamId = makeId('team')
    const userId = makeId('user')
    return backend.write(() =>
      database.transaction().execute(async transaction => {
        const team = await transaction
          .insertInto('teams')
          .values({ id: teamId, slug, name: slug, createdAt })
          .onConflict(conflict => conflict.column('slug').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (team === undefined) return
        await transaction
          .insertInto('users')
          .values({ id: userId, name: 'Owner', createdAt, ...nobodySignsIn })
          .execute()
        await transaction
          .insertInto('memberships')
          .values({ teamId, userId, role: 'owner', sessionEpoch: 0, createdAt })
          .execute()
        await transaction
          .insertInto('settings')
          .values({ teamId, data: settingsOfNewTeams, revision: 0, updatedAt: createdAt })
          .execute()
      }),
    )
  }

  return {
    async openModeOwner() {
      const found = await find()
      if (found !== undefined) return found
      await make()
      const owner = await find()
      if (owner === undefined) throw new Error('The team `default` has no owner.')
      return owner
    },

    async nameOf(teamId) {
      const { name } = await database
        .selectFrom('teams')
        .select('name')
        .where('id', '=', teamId)
        .executeTakeFirstOrThrow()
      return name
    },

    async createdAt(teamId) {
      const { createdAt } = await database
        .selectFrom('teams')
        .select('createdAt')
        .where('id', '=', teamId)
        .executeTakeFirstOrThrow()
      return createdAt
    },

    rename: (teamId, name, actor) => renameTeam(backend, teamId, name, actor),
    export: teamId => exportTeam(backend, teamId),
    delete: (teamId, actor) => deleteTeam(backend, teamId, actor),
    purge: () => purgeDeletedTeams(backend),
  }
}

/** @throws ApiError `invalid_value` with param `name` */
function renameTeam(backend: Backend, teamId: string, given: string, actor: Actor): Promise<void> {
  const name = toStorable(readPersonName(given))
  return inTransaction(backend, async transaction => {
    await assertRoleUnchanged(backend, transaction, teamId, actor)
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

// Few enough to keep the write lock short, even if each removes words from an index.
const rowsAtOnce = 100

// These tables reference each other: the order satisfies their foreign keys.
const first = ['keys']

/**
 * Deletes the rows of deleted teams from all tables with a `team_id`, in small batches. It can be stopped, run
 * again, and run by several processes at once; late rows, such as the last requests, are deleted by the next
 * call.
 */
async function purgeDeletedTeams(backend: Backend): Promise<void> {
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

/** Tables with team rows, by database name, in an order in which they can be emptied. */
export async function listTeamTables({ database }: Backend): Promise<readonly string[]> {
  const tables = await database.introspection.getTables()
  const ofTeams = tables
    .filter(({ isView, columns }) => !isView && columns.some(({ name }) => name === 'team_id'))
    .map(({ name }) => name)
  return [...first, ...ofTeams.filter(name => !first.includes(name))]
}

async function purgeTable(backend: Backend, table: string, teamId: string): Promise<void> {
  const row = await findRowName(backend, table)
  // Only the fact that the team was deleted, and by whom, is retained.
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

/** The key columns of a table: where SQLite stores rows by their primary key only, that is the key. */
async function findRowName({ kind, database }: Backend, table: string): Promise<RawBuilder<unknown>> {
  if (kind === 'postgres') return sql.ref('ctid')
  const { rows } = await sql<{ name: string }>`
    select c.name from pragma_table_list(${table}) t join pragma_table_info(${table}) c
    where t.wr = 1 and c.pk > 0 order by c.pk`.execute(database)
  return rows.length === 0 ? sql.ref('rowid') : sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** One row of an export, with its table; field names are as in queries, e.g. `createdAt`. */
export interface ExportedRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

type Row = Record<string, unknown>

/**
 * Everything of a team except secrets, streamed as fast as it is read. Not a snapshot: concurrent changes appear
 * in either state.
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

/** The team and its members, without passwords. */
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
  // Each page follows the primary key: the team index would sort all of its rows for each page.
  const theirs = withoutIndex(kind, 'team_id', teamId)
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

/** Exported part of a table. */
interface ExportedTable {
  readonly name: string
  /** Columns of its primary key besides the team. */
  readonly key: readonly [string, ...string[]]
  /** Excluded columns: secrets, hashes that identify secrets, and internal data. */
  readonly withheld?: readonly string[]
  /** Rows in memory at once; fewer where rows may be large. */
  readonly rowsAtOnce?: number
}

/** In export order. Unlisted tables are not exported; names are the database's. */
export const exportedTables: readonly ExportedTable[] = [
  { name: 'settings', key: ['team_id'] },
  { name: 'memberships', key: ['user_id'] },
  { name: 'invitations', key: ['id'], withheld: ['hash'] },
  { name: 'keys', key: ['id'], withheld: ['hash'] },
  { name: 'audit', key: ['id'] },
  { name: 'requests', key: ['id'] },
  { name: 'request_bodies', key: ['request_id'], rowsAtOnce: 10 },
  { name: 'responses', key: ['id'], rowsAtOnce: 4 },
  { name: 'providers', key: ['id'], withheld: ['sealed_key', 'more_keys'] },
  { name: 'named_models', key: ['id'] },
  { name: 'model_settings', key: ['model_id'] },
  { name: 'model_defaults', key: ['job'] },
  { name: 'model_aliases', key: ['alias'] },
  { name: 'budgets', key: ['id'] },
  { name: 'shares', key: ['id'], withheld: ['hash'] },
  { name: 'usage_series', key: ['id'] },
  { name: 'usage_sums', key: ['series_id', 'start'] },
  { name: 'library_items', key: ['id'], withheld: ['folded_title', 'claimed_by', 'claimed_until'] },
  { name: 'library_texts', key: ['item_id', 'version', 'place'], rowsAtOnce: 20 },
]

/** Team tables excluded from exports, each with the reason. */
export const unexportedTables: Readonly<Record<string, string>> = {
  setup_links: 'sign-in links, valid for an hour',
  encryption_checks: 'specific to this machine',
  page_cache: 'copies of public pages, at most a day old',
  open_requests: 'in progress; their rows are in requests soon',
  response_items: 'derived from responses',
  library_chunks: 'derived from library_texts',
  library_vectors: 'derived from library_texts',
}

/**
 * Ends a team immediately: its members are signed out and its keys stop working. Its rows are deleted later, see
 * `purgeDeletedTeams`; the deletion itself, its time and its actor stay on record.
 * @throws ApiError `not_found` if it was already deleted
 */
function deleteTeam(backend: Backend, teamId: string, actor: Actor): Promise<void> {
  return inTransaction(backend, async transaction => {
    await lockTeam(backend, transaction, teamId)
    const deletedAt = Date.now()
    const team = await transaction
      .selectFrom('teams')
      .select('name')
      .where('id', '=', teamId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (team === undefined) throw new ApiError('not_found', 'This team no longer exists.')
    await assertRoleUnchanged(backend, transaction, teamId, actor)
    const userIds = await listMembers(transaction, teamId)
    await transaction.deleteFrom('memberships').where('teamId', '=', teamId).execute()
    await closeAccounts(transaction, userIds, deletedAt)
    await transaction
      .updateTable('keys')
      .set({ revokedAt: deletedAt })
      .where('teamId', '=', teamId)
      .where('revokedAt', 'is', null)
      .execute()
    await transaction
      .updateTable('invitations')
      .set({ revokedAt: deletedAt })
      .where('teamId', '=', teamId)
      .where('revokedAt', 'is', null)
      .execute()
    await transaction.deleteFrom('setupLinks').where('teamId', '=', teamId).execute()
    await transaction.deleteFrom('shares').where('teamId', '=', teamId).execute()
    await transaction
      .updateTable('teams')
      .set({ slug: `deleted-${teamId}`, deletedAt })
      .where('id', '=', teamId)
      .execute()
    await recordChange(transaction, teamId, actor, {
      action: 'team.delete',
      target: teamId,
      before: { name: team.name },
    })
    await raiseRevision(backend, transaction, teamId)
  })
}

/** Users of the team who are in no other one, including former members that rows still refer to. */
async function listMembers(transaction: Transaction<Schema>, teamId: string): Promise<readonly string[]> {
  const members = transaction.selectFrom('memberships').select('userId').where('teamId', '=', teamId)
  const owners = transaction.selectFrom('keys').select('ownerId').where('teamId', '=', teamId)
  const invited = transaction.selectFrom('invitations').where('teamId', '=', teamId)
  const memberRows = await transaction
    .selectFrom('users')
    .select('id')
    .where(user =>
      user.or([
        user('id', 'in', members),
        user('id', 'in', owners.where('ownerId', 'is not', null)),
        user('id', 'in', invited.select('createdBy')),
        user('id', 'in', invited.select('usedBy').where('usedBy', 'is not', null)),
      ]),
    )
    .where(
      'id',
      'not in',
      transaction.selectFrom('memberships').select('userId').where('teamId', '!=', teamId),
    )
    .execute()
  return memberRows.map(({ id }) => id)
}

async function closeAccounts(
  transaction: Transaction<Schema>,
  userIds: readonly string[],
  at: number,
): Promise<void> {
  for (const id of userIds) {
    await transaction
      .updateTable('sessions')
      .set({ revokedAt: at })
      .where('userId', '=', id)
      .where('revokedAt', 'is', null)
      .execute()
    await transaction
      .updateTable('users')
      .set({ email: null, passwordHash: null, issuer: null, subject: null, name: '' })
      .where('id', '=', id)
      .execute()
  }
}
