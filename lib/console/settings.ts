import 'server-only'
import { type Config, loadConfig } from '#lib/config.ts'
import { readSecrets } from '#lib/store/secrets.ts'
import { sharedStore } from '#lib/store/shared-store.ts'
import type { Store } from '#lib/store/store.ts'

let loaded: Config | undefined
let secret: string | undefined

/** Read at first use, not at import: `next build` imports every route module. */
export function settings(): Config {
  return (loaded ??= loadConfig())
}

export function store(): Promise<Store> {
  const { dataDir, databaseUrl } = settings()
  return sharedStore({ dataDir, databaseUrl })
}

/** Signs sessions and derives playground keys. */
export function authSecret(): string {
  const { dataDir, authSecret: given } = settings()
  return (secret ??= readSecrets(dataDir, { authSecret: given, encryptionKey: null }).authSecret)
}
