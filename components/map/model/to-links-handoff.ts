import type { Handoff } from '#components/playground/handoff/model/handoff.ts'
import { toOrigin } from '#components/playground/handoff/model/handoff-origin.ts'
import { decodeAddress } from '#lib/client/web-address.ts'
import type { MapLink } from './map-link.ts'
import { splitAddress } from './split-address.ts'
import type { LibraryEntry } from '#components/library/model/add-entry.ts'

/** Links for a handoff: as texts they are readable path and title. */
export function toLinksHandoff(links: readonly MapLink[], runId: string | null): Handoff {
  return {
    kind: 'links',
    items: links.map(({ url, title }) => ({
      text: title === null ? toReadable(url) : `${toReadable(url)} ${title}`,
      url,
      ...(title !== null && { title }),
    })),
    query: null,
    origin: toOrigin('map', runId, { kind: 'links', count: links.length }),
  }
}

function toReadable(url: string): string {
  const { host, path, rest } = splitAddress(url)
  const readable = decodeAddress(`${path}${rest}`)
  // The first page has only its host.
  return readable === '' || readable === '/' ? host || url : readable
}

/** The maximum per action; more would be an unattended crawl. */
export const linksMax = 1000

/** Entries for pages that are fetched when added. */
export function toLinkEntries(links: readonly { readonly url: string }[]): readonly LibraryEntry[] {
  return links.slice(0, linksMax).map(({ url }) => ({ kind: 'link', url }))
}
