import type { ProviderTable } from './provider-schema.ts'
import type { SecretBox, SecretLocation } from '#lib/store/core/secret-box.ts'

/** A provider as the team sees it, with only a hint of its key. Times are milliseconds since 1970. */
export type ProviderRow = Omit<ProviderTable, 'sealedKey' | 'enabled'> & { readonly enabled: boolean }

/** A provider with its key. `keyLost`: a key is stored, and ENCRYPTION_KEY cannot decrypt it. */
export type OpenProvider = ProviderRow & { readonly apiKey: string | null; readonly keyLost: boolean }

export function toProviderRow({ sealedKey: _sealed, enabled, ...row }: ProviderTable): ProviderRow {
  return { ...row, enabled: enabled === 1 }
}

export function toOpenProvider(row: ProviderTable, box: SecretBox): OpenProvider {
  const apiKey = row.sealedKey === null ? null : box.open(row.sealedKey, locationOf(row))
  return { ...toProviderRow(row), apiKey, keyLost: row.sealedKey !== null && apiKey === null }
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
