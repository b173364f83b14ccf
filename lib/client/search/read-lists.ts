import type {
  SearchBackendReport,
  SearchImage,
  SearchOrigin,
  SearchSource,
  SearchStep,
  SearchVideo,
} from '#lib/contracts/search.ts'
import { isObject, type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { toPlainTitle } from '#lib/client/plain-title.ts'

/** Lists of an answer, entry by entry: another server may send what a page could not draw. */
function eachObject<Item>(value: unknown, read: (item: JsonObject) => Item | null): readonly Item[] {
  return toList(value).flatMap(item => (isObject(item) ? (read(item) ?? []) : []))
}

/** Stays as long as it is: `[n]` counts in it. */
export function readSources(value: unknown): readonly SearchSource[] {
  return toList(value).map(item => {
    const source = toObject(item)
    const metadata = toObject(source['metadata'])
    const url = webAddress(metadata['url']) ?? ''
    return {
      pageContent: toText(source['pageContent']) ?? '',
      metadata: { title: toPlainTitle(toText(metadata['title']) ?? '') || url || 'Untitled', url },
    }
  })
}

export function readImages(value: unknown): readonly SearchImage[] {
  return eachObject(value, image => {
    const url = webAddress(image['url'])
    const src = toText(image['img_src'])
    if (url === null || src === null) return null
    return { url, img_src: src, title: toPlainTitle(toText(image['title']) ?? ''), ...readThumbnail(image) }
  })
}

export function readVideos(value: unknown): readonly SearchVideo[] {
  return eachObject(value, video => {
    const url = webAddress(video['url'])
    if (url === null) return null
    return {
      url,
      img_src: toText(video['img_src']) ?? '',
      title: toPlainTitle(toText(video['title']) ?? '') || url,
      iframe_src: toText(video['iframe_src']) ?? '',
      ...readThumbnail(video),
    }
  })
}

function readThumbnail({ thumbnail }: JsonObject): { readonly thumbnail?: string } {
  return typeof thumbnail === 'string' ? { thumbnail } : {}
}

export function readSuggestions(value: unknown): readonly string[] {
  return toList(value).flatMap(item => (typeof item === 'string' && item.trim() !== '' ? item : []))
}

export function readSteps(value: unknown): readonly SearchStep[] {
  return eachObject(value, step => {
    const name = toText(step['name'])
    if (name === null) return null
    const tokens = toNumber(step['tokens'])
    const note = toText(step['note'])
    return {
      // A step of a newer server is shown by its own name.
      name: name as SearchStep['name'],
      ms: toNumber(step['ms']) ?? 0,
      ...(tokens !== null && { tokens }),
      ...(note !== null && { note }),
    }
  })
}

export function readOrigins(value: unknown): readonly SearchOrigin[] {
  return toList(value).map(item => {
    const origin = toObject(item)
    const score = toNumber(origin['score'])
    const published = toText(origin['published'])
    const also = eachObject(origin['also'], ({ backend, url }) => {
      const address = webAddress(url)
      return typeof backend === 'string' && address !== null ? { backend, url: address } : null
    })
    return {
      backend: toText(origin['backend']) ?? '',
      rank: toNumber(origin['rank']) ?? 0,
      ...(score !== null && { score }),
      ...(published !== null && { published }),
      ...(also.length > 0 && { also: [...also] }),
    }
  })
}

export function readBackends(value: unknown): readonly SearchBackendReport[] {
  return eachObject(value, report => {
    const backend = toText(report['backend'])
    if (backend === null) return null
    const hits = toNumber(report['hits'])
    const failure = toText(report['failure'])
    return {
      backend,
      keyless: report['keyless'] === true,
      ...(hits !== null && { hits }),
      ...(failure !== null && { failure }),
    }
  })
}

function webAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const url = URL.parse(value)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null
}
