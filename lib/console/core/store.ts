import 'server-only'
import { createSecretBox, type SecretBox } from '#lib/store/core/secret-box.ts'
import { readSecrets } from '#lib/store/core/secrets.ts'
import { type Store, openStore, type StoreOptions } from '#lib/store/core/store.ts'
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

const holder = Symbol.for('sextant.store')

type Shared = typeof globalThis & { [holder]?: Map<string, Promise<Store>> }

/**
 * The process's single store for these options. A bundler may evaluate a module several times in one process, so
 * it is attached to `globalThis`. A failed opening is discarded and retried on the next call.
 */
export function sharedStore(options: StoreOptions): Promise<Store> {
  const shared: Shared = globalThis
  const stores = (shared[holder] ??= new Map())
  const name = options.databaseUrl ?? options.dataDir
  const known = stores.get(name)
  if (known !== undefined) return known
  const opening = openStore(options)
  stores.set(name, opening)
  opening.catch(() => stores.delete(name))
  return opening
}
