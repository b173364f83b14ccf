import type { LimitedKey } from '#lib/store/key-row.ts'
import type { Store } from '#lib/store/store.ts'

/** The key with this sha256; whether a playground's keeps bodies, its team settles for all of them. */
export async function findKey(
  { keys, settings }: Pick<Store, 'keys' | 'settings'>,
  hash: string,
): Promise<LimitedKey | null> {
  const key = await keys.findByHash(hash)
  if (key?.kind !== 'playground') return key
  const { keepPlaygroundBodies } = await settings.read(key.teamId)
  return { ...key, keepBodies: keepPlaygroundBodies }
}
