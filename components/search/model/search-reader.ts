import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { type FoundAnswer, nothingFound } from './evidence/found-answer.ts'
import type {
  SearchBackendReport,
  SearchImage,
  SearchOrigin,
  SearchSource,
  SearchStep,
  SearchVideo,
} from '#lib/contracts/api/search/search.ts'
import { toPlainTitle } from '#lib/client/plain-title.ts'

/** Parses one run as it grows. */
export interface SearchReader {
  /** The results so far, including events since the last call: each event is parsed once. */
  readonly read: (run: Pick<Run, 'events' | 'response'>) => FoundAnswer
}

export function createSearchReader(): SearchReader {
  let found = nothingFound
  let next = 0
  let bodyIsRead = false
  return {
    read({ events, response }) {
      for (const { kind, data, atMs } of events.slice(next)) {
        const event = kind === 'data' ? readJson(data) : null
        if (isRecord(event)) found = withChoice(found, toList(event['choices'])[0], 'delta', atMs)
      }
      next = events.length
      const body = response?.body ?? null
      if (body === null || bodyIsRead) return found
      bodyIsRead = true
      found = withChoice(found, toList(toObject(readJson(body))['choices'])[0], 'message', null)
      return found
    },
  }
}

/** A plain response is one large event. */
function withChoice(
  found: FoundAnswer,
  choice: unknown,
  field: 'delta' | 'message',
  atMs: number | null,
): FoundAnswer {
  if (!isRecord(choice)) return found
  const delta = toObject(choice[field])
  const changed = withDetails(found, toObject(delta['details']), atMs)
  return {
    ...changed,
    content: found.content + (toText(delta['content']) ?? ''),
    finish: toText(choice['finish_reason']) ?? found.finish,
    ...(Array.isArray(delta['sources']) && { sources: readSources(delta['sources']) }),
    ...(Array.isArray(delta['images']) && { images: readImages(delta['images']) }),
    ...(Array.isArray(delta['videos']) && { videos: readVideos(delta['videos']) }),
    ...(Array.isArray(delta['suggestions']) && { suggestions: readSuggestions(delta['suggestions']) }),
  }
}

/** Steps are added, the rest is replaced. */
function withDetails(found: FoundAnswer, details: JsonObject, atMs: number | null): FoundAnswer {
  const steps = readSteps(details['steps'])
  return {
    ...found,
    ...(steps.length > 0 && {
      steps: [...found.steps, ...steps],
      stepEnds: [...found.stepEnds, ...steps.map(() => atMs)],
    }),
    query: toText(details['query']) ?? found.query,
    deadlineMs: toNumber(details['deadline_ms']) ?? found.deadlineMs,
    ...(Array.isArray(details['sources']) && { origins: readOrigins(details['sources']) }),
    ...(Array.isArray(details['backends']) && { backends: readBackends(details['backends']) }),
  }
}

/**
 * Lists of a response, validated entry by entry: another server may send values that the page cannot render.
 */
function eachObject<Item>(value: unknown, read: (item: JsonObject) => Item | null): readonly Item[] {
  return toList(value).flatMap(item => (isRecord(item) ? (read(item) ?? []) : []))
}

/** Keeps its length: `[n]` is an index into it. */
function readSources(value: unknown): readonly SearchSource[] {
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

function readImages(value: unknown): readonly SearchImage[] {
  return eachObject(value, image => {
    const url = webAddress(image['url'])
    const src = toText(image['img_src'])
    if (url === null || src === null) return null
    return { url, img_src: src, title: toPlainTitle(toText(image['title']) ?? ''), ...readThumbnail(image) }
  })
}

function readVideos(value: unknown): readonly SearchVideo[] {
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

function readSuggestions(value: unknown): readonly string[] {
  return toList(value).flatMap(item => (typeof item === 'string' && item.trim() !== '' ? item : []))
}

function readSteps(value: unknown): readonly SearchStep[] {
  return eachObject(value, step => {
    const name = toText(step['name'])
    if (name === null) return null
    const tokens = toNumber(step['tokens'])
    const note = toText(step['note'])
    return {
      // An unknown step of a newer server is shown by its own name.
      name: name as SearchStep['name'],
      ms: toNumber(step['ms']) ?? 0,
      ...(tokens !== null && { tokens }),
      ...(note !== null && { note }),
    }
  })
}

function readOrigins(value: unknown): readonly SearchOrigin[] {
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

function readBackends(value: unknown): readonly SearchBackendReport[] {
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
