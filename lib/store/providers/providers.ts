import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { type Actor, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import {
  type OpenProvider,
  idOfSealed,
  locationOf,
  type ProviderRow,
  type SealedKey,
  sealedKeysOf,
  sealKey,
  toKeyColumns,
  toOpenProvider,
  toProviderRow,
} from './provider-row.ts'
import type { ProviderTable } from './provider-schema.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from '#lib/store/team/assert-role-unchanged.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { SecretBox } from '#lib/store/core/secret-box.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

export interface NewProvider {
  readonly purpose: ProviderTable['purpose']
  readonly name: string
  readonly kind: string
  readonly server: string | null
  readonly baseUrl: string | null
  readonly messagesApi: string | null
  /** Absent: null. */
  readonly responsesApi?: string | null
  readonly apiKey: string | null
  /** They share the requests with `apiKey`. */
  readonly moreKeys?: readonly string[]
}

/** A stored key by its ID, or a new one. */
type KeyChoice = { readonly saved: string } | { readonly key: string }

/** Absent fields stay unchanged, but a new URL without keys removes the old ones, which were not meant for it. */
export interface ProviderPatch {
  readonly kind?: string
  readonly server?: string | null
  readonly baseUrl?: string | null
  readonly messagesApi?: string | null
  readonly responsesApi?: string | null
  /** In order. */
  readonly keys?: readonly KeyChoice[]
  readonly enabled?: boolean
}

/** Providers from the console. Only `open` returns keys, and requires the secret box. */
export interface ProviderStore {
  /** In their order. */
  list(teamId: string): Promise<ProviderRow[]>
  /** Enabled ones with their keys, in their order. */
  open(teamId: string, box: SecretBox): Promise<OpenProvider[]>
  /** One with its key, enabled or not; null if the team has none with this id. */
  openOne(teamId: string, id: string, box: SecretBox): Promise<OpenProvider | null>
  /** @throws ApiError `invalid_value` for a duplicate name */
  create(teamId: string, provider: NewProvider, box: SecretBox, by: Actor): Promise<ProviderRow>
  /**
   * A change without effect is not audited.
   * @throws ApiError `not_found`; `invalid_value` with param `kind` for an API format of the other type, with
   * `messages_api` or `responses_api` for one that the kind cannot have, and with `api_keys.N` for a key that is not stored or
   * is there twice
   */
  change(teamId: string, id: string, patch: ProviderPatch, box: SecretBox, by: Actor): Promise<ProviderRow>
  /** @throws ApiError `not_found` */
  remove(teamId: string, id: string, by: Actor): Promise<void>
  /** Moves these to the front, in this order; unknown ids are skipped. */
  order(teamId: string, ids: readonly string[], by: Actor): Promise<void>
}

export function createProviderStore(backend: Backend): ProviderStore {
  const { database } = backend
  const rowsOf = (from: typeof database, teamId: string) =>
    from.selectFrom('providers').selectAll().where('teamId', '=', teamId).orderBy('position').orderBy('id')

  return {
    list: async teamId => (await rowsOf(database, teamId).execute()).map(toProviderRow),

    async open(teamId, box) {
      const rows = await rowsOf(database, teamId).where('enabled', '=', 1).execute()
      return rows.map(row => toOpenProvider(row, box))
    },

    async openOne(teamId, id, box) {
      const row = await rowsOf(database, teamId).where('id', '=', toStorable(id)).executeTakeFirst()
      return row === undefined ? null : toOpenProvider(row, box)
    },

    create: (teamId, { apiKey, moreKeys = [], ...settings }, box, by) =>
      inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const now = Date.now()
        const rows = await rowsOf(transaction, teamId).execute()
        const position = Math.max(0, ...rows.map(row => row.position)) + 1
        const plain = { ...settings, id: makeId('connection'), teamId, enabled: 1, position }
        const choices = [apiKey, ...moreKeys].flatMap(key => (key === null ? [] : [{ key }]))
        const keys = toKeyColumns(sealChoices(choices, [], plain, box))
        const row = { ...plain, ...keys, createdAt: now, updatedAt: now }
        const inserted = await transaction
          .insertInto('providers')
          .values(row)
          .onConflict(conflict => conflict.columns(['teamId', 'purpose', 'name']).doNothing())
          .returningAll()
          .executeTakeFirst()
        if (inserted === undefined) throw nameTaken(settings.name)
        await recordChange(transaction, teamId, by, {
          action: 'provider.create',
          target: row.id,
          after: toAudited(inserted),
        })
        await raiseRevision(backend, transaction, teamId)
        return toProviderRow(inserted)
      }),

    change: (teamId, id, patch, box, by) =>
      inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const before = await requireRow(transaction, teamId, id)
        refuseOtherPurpose(before, patch)
        refuseMoreKeys(before, patch)
        if (changesNothing(before, patch)) return toProviderRow(before)
        const { kind, messagesApi, responsesApi } = { ...before, ...patch }
        const isSame = messagesApi === before.messagesApi && responsesApi === before.responsesApi
        if (kind !== before.kind || !isSame) refuseApiFormats({ kind, messagesApi, responsesApi })
        const changed = await transaction
          .updateTable('providers')
          .set(toColumns(before, patch, box))
          .where('teamId', '=', teamId)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordChange(transaction, teamId, by, {
          action: 'provider.change',
          target: before.id,
          before: toAudited(before),
          after: { ...toAudited(changed), newKey: patch.keys?.some(choice => 'key' in choice) === true },
        })
        await raiseRevision(backend, transaction, teamId)
        return toProviderRow(changed)
      }),

    remove: (teamId, id, by) =>
      inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const before = await requireRow(transaction, teamId, id)
        await transaction
          .deleteFrom('providers')
          .where('teamId', '=', teamId)
          .where('id', '=', before.id)
          .execute()
        await recordChange(transaction, teamId, by, {
          action: 'provider.remove',
          target: before.id,
          before: toAudited(before),
        })
        await raiseRevision(backend, transaction, teamId)
      }),

    order: (teamId, ids, by) =>
      inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const before = await rowsOf(transaction, teamId).execute()
        const rankOf = (row: ProviderTable) => (ids.includes(row.id) ? ids.indexOf(row.id) : ids.length)
        const after = before.toSorted((a, b) => rankOf(a) - rankOf(b))
        for (const [position, { id }] of after.entries()) {
          await transaction
            .updateTable('providers')
            .set({ position })
            .where('teamId', '=', teamId)
            .where('id', '=', id)
            .execute()
        }
        await recordChange(transaction, teamId, by, {
          action: 'provider.order',
          target: null,
          before: { order: before.map(row => row.name) },
          after: { order: after.map(row => row.name) },
        })
        await raiseRevision(backend, transaction, teamId)
      }),
  }
}

/** @throws ApiError `invalid_value` for an API format that the kind cannot have: it would silently do nothing */
export function refuseApiFormats({
  kind,
  messagesApi,
  responsesApi = null,
}: Pick<NewProvider, 'kind' | 'messagesApi' | 'responsesApi'>): void {
  if (responsesApi !== null && kind !== 'openai') {
    const reason = 'Only a provider of the kind openai can have the Responses API as well. Leave it out.'
    throw new ApiError('invalid_value', reason, { param: 'responses_api' })
  }
  if (messagesApi === null || (messagesApi === 'off' ? kind === 'anthropic' : kind === 'openai')) return
  const message =
    kind === 'anthropic'
      ? 'The kind anthropic has the Messages API at its base URL. Leave it out, or turn it off.'
      : 'Only a provider of the kind openai can have the Messages API as well. Leave it out.'
  throw new ApiError('invalid_value', message, { param: 'messages_api' })
}

async function requireRow(
  transaction: Transaction<Schema>,
  teamId: string,
  id: string,
): Promise<ProviderTable> {
  const row = await transaction
    .selectFrom('providers')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('id', '=', toStorable(id))
    .executeTakeFirst()
  if (row !== undefined) return row
  throw new ApiError('not_found', 'This provider does not exist.')
}

/** Search backends have a single kind, which model providers cannot have. */
function refuseOtherPurpose({ purpose }: ProviderTable, { kind }: ProviderPatch): void {
  if (kind === undefined || (kind === 'search') === (purpose === 'search')) return
  const message =
    purpose === 'search'
      ? 'A search backend requires the kind `search`.'
      : 'A model provider requires the kind of its API format.'
  throw new ApiError('invalid_value', message, { param: 'kind' })
}

function refuseMoreKeys({ purpose }: ProviderTable, { keys = [] }: ProviderPatch): void {
  if (purpose === 'models' || keys.length < 2) return
  const message = 'A search backend has one key. Remove the others.'
  throw new ApiError('invalid_value', message, { param: 'api_keys.1' })
}

/** A submitted key may be different even if its hint is equal. */
function changesNothing(before: ProviderTable, { keys, enabled, ...plain }: ProviderPatch): boolean {
  const patch = { ...plain, ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }) }
  if (!isDeepStrictEqual({ ...before, ...patch }, before)) return false
  if (keys === undefined) return true
  const saved = sealedKeysOf(before).map(({ sealed }) => ({ saved: idOfSealed(sealed) }))
  return isDeepStrictEqual([...keys], saved)
}

function toColumns(before: ProviderTable, patch: ProviderPatch, box: SecretBox) {
  const { keys: given, enabled, ...plain } = patch
  const hasMoved = plain.baseUrl !== undefined && plain.baseUrl !== before.baseUrl
  const choices = given ?? (hasMoved ? [] : undefined)
  const saved = hasMoved ? [] : sealedKeysOf(before)
  return {
    ...plain,
    ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
    ...(choices !== undefined && toKeyColumns(sealChoices(choices, saved, { ...before, ...plain }, box))),
    updatedAt: Date.now(),
  }
}

/** @throws ApiError `invalid_value` with param `api_keys.N` for a key that is not stored or is there twice */
function sealChoices(
  choices: readonly KeyChoice[],
  saved: readonly SealedKey[],
  row: Parameters<typeof locationOf>[0],
  box: SecretBox,
): SealedKey[] {
  const known = new Set<string>()
  return choices.map((choice, index) => {
    const sealed =
      'key' in choice
        ? sealKey(row, choice.key, box)
        : saved.find(each => idOfSealed(each.sealed) === choice.saved)
    const param = `api_keys.${index}`
    if (sealed === undefined) {
      const message = 'This saved key was replaced or belongs to another base URL. Enter it again.'
      throw new ApiError('invalid_value', message, { param })
    }
    const key = 'key' in choice ? choice.key : box.open(sealed.sealed, locationOf(row))
    if (key !== null && known.has(key))
      throw new ApiError('invalid_value', 'The provider has this key already.', { param })
    if (key !== null) known.add(key)
    return sealed
  })
}

function toAudited(row: ProviderTable): object {
  const { purpose, name, kind, server, baseUrl, messagesApi, responsesApi, keyHint, enabled } = row
  const more = sealedKeysOf(row).slice(1)
  return {
    purpose,
    name,
    kind,
    server,
    baseUrl,
    messagesApi,
    responsesApi,
    keyHint,
    ...(more.length > 0 && { moreKeyHints: more.map(({ hint }) => hint) }),
    enabled: enabled === 1,
  }
}

function nameTaken(name: string): ApiError {
  return new ApiError('invalid_value', `A provider named ${name} already exists.`, { param: 'name' })
}
