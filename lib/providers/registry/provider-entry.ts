import { serverKinds, serverOf, type ServerKind } from './server-kind.ts'

/** A provider as configured. */
export interface ProviderEntry {
  readonly id: string
  readonly kind: 'openai' | 'anthropic' | 'cohere' | 'jina' | 'voyage' | 'mixedbread' | 'tei'
  /** The row of known differences; absent: by the address. */
  readonly server?: string
  /** Null: the known address of this id. */
  readonly baseUrl: string | null
  readonly apiKey: string | null
  readonly from: 'file' | 'environment' | 'console'
}

const kinds: Readonly<Record<ProviderEntry['kind'], true>> = {
  openai: true,
  anthropic: true,
  cohere: true,
  jina: true,
  voyage: true,
  mixedbread: true,
  tei: true,
}

/** Whether it is a kind that this version knows: rows in a database may be of a newer one. */
export function isProviderKind(kind: string): kind is ProviderEntry['kind'] {
  return Object.hasOwn(kinds, kind)
}

/** The kind of server behind an entry. @throws Error when the entry names one that is not known */
export function serverOfEntry(entry: ProviderEntry, baseUrl: string): ServerKind {
  if (entry.kind !== 'openai' && entry.kind !== 'anthropic') return entry.kind
  if (entry.server === undefined) return serverOf(baseUrl)
  const server = serverKinds.find(known => known === entry.server)
  if (server !== undefined && server !== 'local') return server
  const names = serverKinds.filter(known => known !== 'local').join(', ')
  throw new Error(`The provider "${entry.id}" names the server "${entry.server}"; known are ${names}.`)
}
