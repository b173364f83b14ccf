import type { Command } from './command.ts'

/** All commands; loaded on demand, because some import the download sources or a database. */
export const commands: Readonly<Partial<Record<string, () => Promise<Command>>>> = {
  'admin create': async () => (await import('./admin-create.ts')).adminCreate,
  'admin hash': async () => (await import('./admin-hash.ts')).adminHash,
  'data backup': async () => (await import('./data-backup.ts')).dataBackup,
  'gateways list': async () => (await import('./gateways/gateways-list.ts')).gatewaysList,
  'keys create': async () => (await import('./keys-create.ts')).keysCreate,
  'keys list': async () => (await import('./keys-list.ts')).keysList,
  'keys revoke': async () => (await import('./keys-revoke.ts')).keysRevoke,
  'models list': async () => (await import('./models-list.ts')).modelsList,
  'models pull': async () => (await import('./models-pull.ts')).modelsPull,
  'models rm': async () => (await import('./models-rm.ts')).modelsRemove,
  'prices explain': async () => (await import('./prices/prices-explain.ts')).pricesExplain,
  'prices list': async () => (await import('./prices/prices-list.ts')).pricesList,
  'prices show': async () => (await import('./prices/prices-show.ts')).pricesShow,
  'prices update': async () => (await import('./prices/prices-update.ts')).pricesUpdate,
  'secrets reencrypt': async () => (await import('./secrets-reencrypt.ts')).secretsReencrypt,
}
