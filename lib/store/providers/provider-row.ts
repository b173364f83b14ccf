import { hash } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '#lib/read-json.ts'
import type { SecretBox, SecretLocation } from '#lib/store/core/secret-box.ts'
import type { ProviderTable } from './provider-schema.ts'

/** A provider as the team sees it, with only hints of its keys. Times are milliseconds since 1970. */
export type ProviderRow = Omit<ProviderTable, 'sealedKey' | 'moreKeys' | 'enabled'> & {
  readonly enabled: boolean
  /** In order. */
  readonly keys: readonly SavedKey[]
}

/** A stored key without the key. */
interface SavedKey {
  /** Another one after the key is encrypted again. */
  readonly id: string
  /** `sk-…abcd`. */
  readonly hint: string
}

/** A provider with its keys. `keyLost`: it has keys, and ENCRYPTION_KEY can decrypt none of them. */
export type OpenProvider = ProviderRow & {
  /** The first of several that can be decrypted. */
  readonly apiKey: string | null
  /** In the order of `keys`; null: one that ENCRYPTION_KEY cannot decrypt. */
  readonly apiKeys: readonly (string | null)[]
  readonly keyLost: boolean
}

export function toProviderRow(table: ProviderTable): ProviderRow {
  const { sealedKey: _sealed, moreKeys: _more, enabled, ...row } = table
  const keys = sealedKeysOf(table).map(({ sealed, hint }) => ({ id: idOfSealed(sealed), hint }))
  return { ...row, enabled: enabled === 1, keys }
}

export function toOpenProvider(row: ProviderTable, box: SecretBox): OpenProvider {
  const apiKeys = sealedKeysOf(row).map(({ sealed }) => box.open(sealed, locationOf(row)))
  const apiKey = apiKeys.find(key => key !== null) ?? null
  return { ...toProviderRow(row), apiKey, apiKeys, keyLost: apiKey === null && apiKeys.length > 0 }
}

const sealedKeysSchema = z.array(z.object({ sealed: z.string(), hint: z.string() }))
/** An encrypted key. */
export type SealedKey = z.output<typeof sealedKeysSchema>[number]

/** The keys of a provider in order. The first has columns of its own, which earlier versions read. */
export function sealedKeysOf({
  sealedKey,
  keyHint,
  moreKeys,
}: Pick<ProviderTable, 'sealedKey' | 'keyHint' | 'moreKeys'>): readonly SealedKey[] {
  if (sealedKey === null) return []
  const { data = [] } = sealedKeysSchema.safeParse(moreKeys === null ? [] : readJson(moreKeys))
  return [{ sealed: sealedKey, hint: keyHint ?? '' }, ...data]
}

/** The columns of keys, in order. */
export function toKeyColumns([first, ...others]: readonly SealedKey[]) {
  return {
    sealedKey: first?.sealed ?? null,
    keyHint: first?.hint ?? null,
    moreKeys: others.length === 0 ? null : JSON.stringify(others),
  }
}

export function sealKey(row: Parameters<typeof locationOf>[0], key: string, box: SecretBox): SealedKey {
  return { sealed: box.seal(key, locationOf(row)), hint: toKeyHint(key) }
}

const idLength = 16

/** Names a stored key without a column for it: no two encryptions are equal. */
export function idOfSealed(sealed: string): string {
  return hash('sha256', sealed).slice(0, idLength)
}

/** Encryption context of the row's key: this team, this row and this URL. */
export function locationOf(row: Pick<ProviderTable, 'teamId' | 'id' | 'name' | 'baseUrl'>): SecretLocation {
  const { teamId, id, name, baseUrl } = row
  const origin = baseUrl === null ? `known:${name}` : new URL(baseUrl).origin
  return { teamId, connectionId: id, origin }
}

const hintedCharsMin = 16

/** A key preview: `sk-…abcd`. Empty for short keys, where it would reveal most of the key. */
export function toKeyHint(key: string): string {
  return key.length < hintedCharsMin ? '…' : `${key.slice(0, 3)}…${key.slice(-4)}`
}
