import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { type FoundMap, nothingFound, readProgress, readSitemaps, readStopReason } from './found-map.ts'
import { growSite, settleSite } from './tree/site.ts'
import { linkSources, type MapLink } from './map-link.ts'

const rateOverMs = 2000

/** Parses one run as it grows. */
export interface MapReader {
  /** The result so far, including events since the last call: each event is parsed once. */
  read: (run: Run) => FoundMap
}

export function createMapReader(): MapReader {
  let found = nothingFound()
  let next = 0
  let bodyIsRead = false
  let counts: readonly { readonly atMs: number; readonly links: number }[] = []

  function readEvent(event: JsonObject): void {
    if (event['object'] === 'map.result') return settle(event)
    if (event['object'] !== 'map.chunk') return
    found = {
      ...found,
      site: growSite(found.site, readMapLinks(event)),
      progress: readProgress(event['progress']) ?? found.progress,
    }
  }

  function settle(answer: JsonObject): void {
    found = {
      ...found,
      site: settleSite(found.site, readMapLinks(answer)),
      sitemaps: readSitemaps(answer['sitemaps']),
      stopped: readStopReason(answer['stopped']),
      complete: true,
    }
  }

  function measure(atMs: number): void {
    const links = found.site.links.length
    counts = [...counts.filter(count => atMs - count.atMs <= rateOverMs), { atMs, links }]
    const [first] = counts
    if (first === undefined || atMs <= first.atMs) return
    found = { ...found, linksPerSecond: ((links - first.links) * 1000) / (atMs - first.atMs) }
  }

  return {
    read({ events, response }) {
      for (const { kind, data } of events.slice(next)) {
        const event = kind === 'data' ? readJson(data) : null
        if (isRecord(event)) readEvent(event)
      }
      if (events.length > next && !found.complete) measure(events.at(-1)?.atMs ?? 0)
      next = events.length
      const body = response?.body ?? null
      if (body === null || bodyIsRead) return found
      bodyIsRead = true
      const answer = readJson(body)
      if (isRecord(answer) && Array.isArray(answer['links'])) settle(answer)
      return found
    },
  }
}

/** The links of a response, or of an event, with their details. */
function readMapLinks({ links, details }: Readonly<Record<string, unknown>>): readonly MapLink[] {
  const detailList = toList(details)
  return toList(links).flatMap((url, at) => {
    if (typeof url !== 'string') return []
    const detail = toObject(detailList[at])
    return [toMapLink(url, detail['url'] === url ? detail : {})]
  })
}

/** Parses the details of one link; missing or invalid values are unknown. */
export function toMapLink(url: string, detail: Readonly<Record<string, unknown>>): MapLink {
  return {
    url,
    source: linkSources.find(source => source === detail['source']) ?? null,
    depth: toNumber(detail['depth']),
    lastmod: toText(detail['lastmod']),
    title: toText(detail['title']),
  }
}
