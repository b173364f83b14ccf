import { fieldAt } from '#components/playground/form/model/body-field.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { Run, SentRequest } from '#lib/client/run.ts'
import type { FoundAnswer } from './evidence/found-answer.ts'
import { createSearchReader } from './search-reader.ts'

/** One request and its results. */
export interface SearchTurn {
  readonly run: Run
  readonly found: FoundAnswer
}

// Computed on every render of a growing answer.
const bodies = new WeakMap<SentRequest, Draft['body']>()

/** The sent body; empty when invalid. */
export function sentBody({ request }: Pick<Run, 'request'>): Draft['body'] {
  const known = bodies.get(request)
  if (known !== undefined) return known
  const body = toObject(readJson(request.body))
  bodies.set(request, body)
  return body
}

export function questionOf(turn: Pick<SearchTurn, 'run'>): string {
  return toText(fieldAt(sentBody(turn.run), 'params.query')) ?? ''
}

/** Whether nothing could be searched: the error lists the backends and their responses. */
export function isUnavailable({ run: { failure } }: SearchTurn): boolean {
  return failure !== null && 'code' in failure && failure.code === 'search_unavailable'
}

/**
 * Whether the search ended without any source; not for a greeting or a writing task, which need none, nor for a
 * direct answer without a URL, such as a calculation.
 */
export function hasNoSources({ run, found }: SearchTurn): boolean {
  return (
    run.state === 'done' &&
    found.sources?.length === 0 &&
    found.query !== '' &&
    found.backends?.length !== 0 &&
    found.backends?.some(({ hits = 0 }) => hits > 0) !== true
  )
}

export function toTurn(run: Run): SearchTurn {
  return { run, found: createSearchReader().read(run) }
}
