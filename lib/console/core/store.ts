import 'server-only'
import { createSecretBox, type SecretBox } from '#lib/store/core/secret-box.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import { sharedStore } from '#lib/store/core/shared-store.ts'
import type { Store } from '#lib/store/core/store.ts'
import { settings } from './loaded-config.ts'

let secret: string | undefined
let box: SecretBox | undefined

export function store(): Promise<Store> {
  const { dataDir, databaseUrl } = settings()
  return sharedStore({ dataDir, databaseUrl })
}

/** Encrypts provider keys. Created at first use, so that unused secrets block nothing. */
export function secretBox(): SecretBox {
  const { dataDir, authSecret: given, encryptionKey } = settings()
  return (box ??= createSecretBox(readSecrets(dataDir, { authSecret: given, encryptionKey }).encryptionKey))
}

/** Signs sessions and derives playground keys. */
export function authSecret(): string {
  const { dataDir, authSecret: given } = settings()
  return (secret ??= readSecrets(dataDir, { authSecret: given, encryptionKey: null }).authSecret)
}
