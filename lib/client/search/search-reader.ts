import { isObject, type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { type FoundAnswer, nothingFound } from './found-answer.ts'
import {
  readBackends,
  readImages,
  readOrigins,
  readSources,
  readSteps,
  readSuggestions,
  readVideos,
} from './read-lists.ts'

/** Reads one run as it grows. */
export interface SearchReader {
  /** What has been found, the events that came since the last call included: each of them is read once. */
  readonly read: (run: Pick<Run, 'events' | 'response'>) => FoundAnswer
}

export function createSearchReader(): SearchReader {
  let found = nothingFound
  let next = 0
  let bodyIsRead = false
  return {
    read({ events, response }) {
      for (const { kind, data } of events.slice(next)) {
        const event = kind === 'data' ? readJson(data) : null
        if (isObject(event)) found = withChoice(found, toList(event['choices'])[0], 'delta')
      }
      next = events.length
      const body = response?.body ?? null
      if (body === null || bodyIsRead) return found
      bodyIsRead = true
      found = withChoice(found, toList(toObject(readJson(body))['choices'])[0], 'message')
      return found
    },
  }
}

/** An answer that came at once is one large event. */
function withChoice(found: FoundAnswer, choice: unknown, field: 'delta' | 'message'): FoundAnswer {
  if (!isObject(choice)) return found
  const delta = toObject(choice[field])
  const changed = withDetails(found, toObject(delta['details']))
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

/** Steps are added, the rest replaces. */
function withDetails(found: FoundAnswer, details: JsonObject): FoundAnswer {
  const steps = readSteps(details['steps'])
  return {
    ...found,
    ...(steps.length > 0 && { steps: [...found.steps, ...steps] }),
    query: toText(details['query']) ?? found.query,
    deadlineMs: toNumber(details['deadline_ms']) ?? found.deadlineMs,
    ...(Array.isArray(details['sources']) && { origins: readOrigins(details['sources']) }),
    ...(Array.isArray(details['backends']) && { backends: readBackends(details['backends']) }),
  }
}
