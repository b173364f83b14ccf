import 'server-only'
import { readSecrets } from '#lib/store/secrets.ts'
import { sharedStore } from '#lib/store/shared-store.ts'
import type { Store } from '#lib/store/store.ts'
import { settings } from './loaded-config.ts'

let secret: string | undefined

export function store(): Promise<Store> {
  const { dataDir, databaseUrl } = settings()
  return sharedStore({ dataDir, databaseUrl })
}

/** Signs sessions and derives playground keys. */
export function authSecret(): string {
  const { dataDir, authSecret: given } = settings()
  return (secret ??= readSecrets(dataDir, { authSecret: given, encryptionKey: null }).authSecret)
}
