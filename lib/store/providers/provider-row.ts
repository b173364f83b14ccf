import type { ProviderTable } from './provider-schema.ts'
import type { SecretBox, SecretPlace } from '#lib/store/core/secret-box.ts'

/** A provider as the team sees it: of its key only the hint. Times are milliseconds since 1970. */
export type ProviderRow = Omit<ProviderTable, 'sealedKey' | 'enabled'> & { readonly enabled: boolean }

/** A provider as it is asked. `keyLost`: there is a key, and ENCRYPTION_KEY does not open it. */
export type OpenProvider = ProviderRow & { readonly apiKey: string | null; readonly keyLost: boolean }

export function toProviderRow({ sealedKey: _sealed, enabled, ...row }: ProviderTable): ProviderRow {
  return { ...row, enabled: enabled === 1 }
}

export function toOpenProvider(row: ProviderTable, box: SecretBox): OpenProvider {
  const apiKey = row.sealedKey === null ? null : box.open(row.sealedKey, placeOf(row))
  return { ...toProviderRow(row), apiKey, keyLost: row.sealedKey !== null && apiKey === null }
}

/** Where the row's key belongs: to this team, this row and this address. */
export function placeOf(row: Pick<ProviderTable, 'teamId' | 'id' | 'name' | 'baseUrl'>): SecretPlace {
  const { teamId, id, name, baseUrl } = row
  const origin = baseUrl === null ? `known:${name}` : new URL(baseUrl).origin
  return { teamId, connectionId: id, origin }
}

const hintedCharsMin = 16

/** As much of a key as tells it from others: `sk-…abcd`. Of a short one nothing, since that would be most of it. */
export function toKeyHint(key: string): string {
  return key.length < hintedCharsMin ? '…' : `${key.slice(0, 3)}…${key.slice(-4)}`
}
