import type { Kysely, Transaction } from 'kysely'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from './assert-role-unchanged.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { RateLimits } from '#lib/store/keys/key-row.ts'

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
  /** Days to store responses of the Responses API; null: none are stored. */
  readonly storedResponseDays: number | null
  /** Whether to log the bodies of playground runs. */
  readonly keepPlaygroundBodies: boolean
  /** Whether members may download embedded models; admins always may. */
  readonly memberDownloads: boolean
  /** Limits of new keys; null: unlimited. Existing keys keep theirs. */
  readonly keyRequestsPerMinute: number | null
  readonly keyTokensPerMinute: number | null
  readonly keyParallel: number | null
  /** Limits of all keys of the team together; null: unlimited. */
  readonly teamRequestsPerMinute: number | null
  readonly teamTokensPerMinute: number | null
  readonly teamParallel: number | null
  /** Whether budgets reject models without a price: what those cost is not counted. */
  readonly rejectUnpriced: boolean
  /** Under a budget, the limit of answers to requests without one; null: the default. */
  readonly answerTokensMax: number | null
}

export interface TeamSettingsStore {
  read(teamId: string): Promise<TeamSettings>
  /** Changes the given settings; audited, and every process is notified. @returns all current settings */
  update(teamId: string, patch: Partial<TeamSettings>, actor: Actor): Promise<TeamSettings>
  /** True once after an upgrade that changed defaults, in one process only. */
  takeChangedDefaults(teamId: string): Promise<boolean>
}

export function createTeamSettingsStore(backend: Backend): TeamSettingsStore {
  return {
    read: teamId => readTeamSettings(backend.database, teamId),
    update: (teamId, patch, actor) =>
      inTransaction(backend, transaction =>
        updateTeamSettings(backend, transaction, { teamId, patch, actor }),
      ),
    takeChangedDefaults: async teamId => {
      if (!('changedDefaults' in (await readStored(backend.database, teamId)))) return false
      return await inTransaction(backend, async transaction => {
        // Locks the row: another process may start at the same time.
        await raiseRevision(backend, transaction, teamId)
        const { changedDefaults, ...data } = await readStored(transaction, teamId)
        await writeStored(transaction, teamId, data)
        return changedDefaults !== undefined
      })
    },
  }
}

export async function readTeamSettings(database: Kysely<Schema>, teamId: string): Promise<TeamSettings> {
  return toSettings(await readStored(database, teamId))
}

/** @param json of the settings row; null: the team has none */
export function parseTeamSettings(json: string | null): TeamSettings {
  return toSettings(parseStored(json))
}

/** The limits of a new key: those given, null for unlimited, and the team's where none is given. */
export function limitsOfNewKey(
  settings: TeamSettings,
  given: { readonly [Limit in keyof RateLimits]?: RateLimits[Limit] | undefined },
): RateLimits {
  const { requestsPerMinute, tokensPerMinute, parallel } = given
  return {
    requestsPerMinute: requestsPerMinute === undefined ? settings.keyRequestsPerMinute : requestsPerMinute,
    tokensPerMinute: tokensPerMinute === undefined ? settings.keyTokensPerMinute : tokensPerMinute,
    parallel: parallel === undefined ? settings.keyParallel : parallel,
  }
}

/** The limits of all keys of the team together. */
export function teamLimitsOf(settings: TeamSettings): RateLimits {
  const { teamRequestsPerMinute, teamTokensPerMinute, teamParallel } = settings
  return {
    requestsPerMinute: teamRequestsPerMinute,
    tokensPerMinute: teamTokensPerMinute,
    parallel: teamParallel,
  }
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
  await writeStored(transaction, teamId, data)
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
  return parseStored(row?.data ?? null)
}

function parseStored(json: string | null): Record<string, unknown> {
  const parsed: unknown = JSON.parse(json ?? '{}')
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

async function writeStored(
  transaction: Transaction<Schema>,
  teamId: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await transaction
    .updateTable('settings')
    .set({ data: JSON.stringify(data) })
    .where('teamId', '=', teamId)
    .execute()
}

function toSettings(stored: Readonly<Record<string, unknown>>): TeamSettings {
  const { requestDays, bodyDays } = stored
  return {
    keepEverything: stored['keepEverything'] === true,
    publicLinks: stored['publicLinks'] !== false,
    requestDays: requestDays === null ? null : toCount(requestDays, 90),
    bodyDays: toCount(bodyDays, 7),
    storedResponseDays: toCount(stored['storedResponseDays'], 0) || null,
    keepPlaygroundBodies: stored['keepPlaygroundBodies'] === true,
    memberDownloads: stored['memberDownloads'] === true,
    keyRequestsPerMinute: toLimit(stored['keyRequestsPerMinute'], 600),
    keyTokensPerMinute: toLimit(stored['keyTokensPerMinute'], 2_000_000),
    keyParallel: toLimit(stored['keyParallel'], 20),
    teamRequestsPerMinute: toLimit(stored['teamRequestsPerMinute'], null),
    teamTokensPerMinute: toLimit(stored['teamTokensPerMinute'], null),
    teamParallel: toLimit(stored['teamParallel'], null),
    rejectUnpriced: stored['rejectUnpriced'] === true,
    answerTokensMax: toLimit(stored['answerTokensMax'], null),
  }
}

function toLimit(stored: unknown, otherwise: number | null): number | null {
  if (stored === null) return null
  return otherwise === null ? toCount(stored, 0) || null : toCount(stored, otherwise)
}

function toCount(stored: unknown, otherwise: number): number {
  return typeof stored === 'number' && Number.isInteger(stored) && stored > 0 ? stored : otherwise
}
