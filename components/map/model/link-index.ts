import { decodeAddress } from '#lib/client/web-address.ts'
import type { MapLink } from './map-link.ts'
import { splitAddress } from './split-address.ts'

/** Search index with the text of each link in lower case; it grows with the links. */
export interface LinkIndex {
  /** Each host once. */
  readonly hosts: string[]
  readonly hostIndices: Map<string, number>
  /** Index in `hosts`. */
  readonly hostOf: number[]
  /** The decoded URL without its scheme. */
  readonly addresses: string[]
  /** Empty when unknown. */
  readonly titles: string[]
  /** Decoded. */
  readonly paths: string[]
  /** Decoded, from `?` on; empty without. */
  readonly queries: string[]
}

export function emptyIndex(): LinkIndex {
  return { hosts: [], hostIndices: new Map(), hostOf: [], addresses: [], titles: [], paths: [], queries: [] }
}

export function growIndex(index: LinkIndex, links: readonly MapLink[]): void {
  for (const { url, title } of links) {
    const { scheme, host, path, rest } = splitAddress(url)
    // Slices of the URL, never concatenations: those would all be flattened by the first search, on one
    // keystroke.
    const address = scheme === '' ? url : url.slice(scheme.length + 2)
    index.hostOf.push(hostIndex(index, host))
    index.addresses.push(decodeAddress(address).toLowerCase())
    index.titles.push(title?.toLowerCase() ?? '')
    index.paths.push(decodeAddress(path).toLowerCase() || '/')
    index.queries.push(rest.startsWith('?') ? decodeAddress(rest).toLowerCase() : '')
  }
}

function hostIndex({ hosts, hostIndices }: LinkIndex, host: string): number {
  const known = hostIndices.get(host)
  if (known !== undefined) return known
  hostIndices.set(host, hosts.length)
  return hosts.push(host) - 1
}
