import type { Kysely, Transaction } from 'kysely'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from './assert-role-unchanged.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** Team settings that apply to all members. */
export interface TeamSettings {
  /** Whether the library saves everything that is read unless excluded. */
  readonly keepEverything: boolean
  /** Whether shared links open without a sign-in. */
  readonly publicLinks: boolean
  /** Days to keep request log rows; null: forever. */
  readonly requestDays: number | null
  /** Days to keep logged bodies, where logging is enabled. */
  readonly bodyDays: number
  /** Whether to log the bodies of playground runs. */
  readonly keepPlaygroundBodies: boolean
}

export interface TeamSettingsStore {
  read(teamId: string): Promise<TeamSettings>
  /** Changes the given settings; audited, and every process is notified. @returns all current settings */
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

/** The same update within a larger transaction. */
export async function updateTeamSettings(
  backend: Backend,
  transaction: Transaction<Schema>,
  { teamId, patch, actor }: { teamId: string; patch: Partial<TeamSettings>; actor: Actor },
): Promise<TeamSettings> {
  await assertRoleUnchanged(backend, transaction, teamId, actor)
  // Creates a missing row and locks it: simultaneous changes would overwrite each other.
  await raiseRevision(backend, transaction, teamId)
  const stored = await readStored(transaction, teamId)
  const settings = toSettings(stored)
  const before: Readonly<Record<string, unknown>> = { ...settings }
  const changes = Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => value !== undefined && value !== before[name]),
  )
  if (Object.keys(changes).length === 0) return settings
  // Settings of a newer version, unknown to this one, stay.
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
