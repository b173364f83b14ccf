import { decodeAddress } from './decode-address.ts'
import type { MapLink } from './map-link.ts'
import { splitAddress } from './split-address.ts'

/** What a search looks at, for each link in lower case; it grows with the links. */
export interface LinkIndex {
  /** Each host once. */
  readonly hosts: string[]
  readonly hostPlaces: Map<string, number>
  /** Place in `hosts`. */
  readonly hostOf: number[]
  /** Decoded. */
  readonly paths: string[]
  /** Decoded, from `?` on; empty without. */
  readonly queries: string[]
  /** The decoded address without its scheme, and the title. */
  readonly texts: string[]
}

export function emptyIndex(): LinkIndex {
  return { hosts: [], hostPlaces: new Map(), hostOf: [], paths: [], queries: [], texts: [] }
}

export function growIndex(index: LinkIndex, links: readonly MapLink[]): void {
  for (const { url, title } of links) {
    const { host, path, rest } = splitAddress(url)
    index.hostOf.push(hostPlace(index, host))
    const lowerPath = decodeAddress(path).toLowerCase() || '/'
    const lowerRest = decodeAddress(rest).toLowerCase()
    index.paths.push(lowerPath)
    index.queries.push(lowerRest.startsWith('?') ? lowerRest : '')
    index.texts.push(`${host}${lowerPath}${lowerRest}${title === null ? '' : ` ${title.toLowerCase()}`}`)
  }
}

function hostPlace({ hosts, hostPlaces }: LinkIndex, host: string): number {
  const known = hostPlaces.get(host)
  if (known !== undefined) return known
  hostPlaces.set(host, hosts.length)
  return hosts.push(host) - 1
}
