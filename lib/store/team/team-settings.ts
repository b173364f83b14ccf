import type { Kysely, Transaction } from 'kysely'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { requireStanding } from './require-standing.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** What a team settles for all of its members. */
export interface TeamSettings {
  /** Whether the library keeps everything that is read and not left out. */
  readonly keepEverything: boolean
  /** Whether a shared link opens for somebody who is not signed in. */
  readonly publicLinks: boolean
  /** For how many days rows of the request log are kept; null: for ever. */
  readonly requestDays: number | null
  /** For how many days bodies of requests are kept, where they are kept at all. */
  readonly bodyDays: number
  /** Whether bodies of runs in the playgrounds are kept. */
  readonly keepPlaygroundBodies: boolean
}

export interface TeamSettingsStore {
  read(teamId: string): Promise<TeamSettings>
  /** Changes what is given; it is on record, and every process hears of it. @returns all settings as they are now */
  update(teamId: string, patch: Partial<TeamSettings>, actor: Actor): Promise<TeamSettings>
}

export function createTeamSettingsStore(backend: Backend): TeamSettingsStore {
  return {
    read: teamId => readTeamSettings(backend.database, teamId),
    update: (teamId, patch, actor) =>
      inTransaction(backend, transaction =>
        updateTeamSettings(backend, transaction, { teamId, patch, actor }),
      ),
  }
}

export async function readTeamSettings(database: Kysely<Schema>, teamId: string): Promise<TeamSettings> {
  return toSettings(await readStored(database, teamId))
}

/** The update of a store, within a transaction that does more. */
export async function updateTeamSettings(
  backend: Backend,
  transaction: Transaction<Schema>,
  { teamId, patch, actor }: { teamId: string; patch: Partial<TeamSettings>; actor: Actor },
): Promise<TeamSettings> {
  await requireStanding(backend, transaction, teamId, actor)
  // Makes the row where there is none, and locks it: two changes at once would undo each other.
  await raiseRevision(backend, transaction, teamId)
  const stored = await readStored(transaction, teamId)
  const settings = toSettings(stored)
  const before: Readonly<Record<string, unknown>> = { ...settings }
  const changes = Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => value !== undefined && value !== before[name]),
  )
  if (Object.keys(changes).length === 0) return settings
  // A newer version's settings, which this one does not know, stay.
  const data = { ...stored, ...changes }
  await transaction
    .updateTable('settings')
    .set({ data: JSON.stringify(data) })
    .where('teamId', '=', teamId)
    .execute()
  const former = Object.fromEntries(Object.keys(changes).map(name => [name, before[name]]))
  await recordChange(transaction, teamId, actor, {
    action: 'settings.change',
    target: teamId,
    before: former,
    after: changes,
  })
  return toSettings(data)
}

async function readStored(database: Kysely<Schema>, teamId: string): Promise<Record<string, unknown>> {
  const row = await database
    .selectFrom('settings')
    .select('data')
    .where('teamId', '=', teamId)
    .executeTakeFirst()
  const parsed: unknown = JSON.parse(row?.data ?? '{}')
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

function toSettings(stored: Readonly<Record<string, unknown>>): TeamSettings {
  const { requestDays, bodyDays } = stored
  return {
    keepEverything: stored['keepEverything'] === true,
    publicLinks: stored['publicLinks'] !== false,
    requestDays: requestDays === null ? null : toDays(requestDays, 90),
    bodyDays: toDays(bodyDays, 7),
    keepPlaygroundBodies: stored['keepPlaygroundBodies'] === true,
  }
}

function toDays(stored: unknown, otherwise: number): number {
  return typeof stored === 'number' && Number.isInteger(stored) && stored > 0 ? stored : otherwise
}
