import { toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { linkSources, type MapLink } from './map-link.ts'

/** The links of an answer, or of an event, with what its details tell of them. */
export function readMapLinks({ links, details }: Readonly<Record<string, unknown>>): readonly MapLink[] {
  const told = toList(details)
  return toList(links).flatMap((url, at) => {
    if (typeof url !== 'string') return []
    const detail = toObject(told[at])
    return [toMapLink(url, detail['url'] === url ? detail : {})]
  })
}

/** Reads the details of one link; what is missing or of another type is not known. */
export function toMapLink(url: string, detail: Readonly<Record<string, unknown>>): MapLink {
  return {
    url,
    source: linkSources.find(source => source === detail['source']) ?? null,
    depth: toNumber(detail['depth']),
    lastmod: toText(detail['lastmod']),
    title: toText(detail['title']),
  }
}
