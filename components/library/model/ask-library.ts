import { type JsonObject } from '#lib/client/json-value.ts'
import { readFailure } from '#lib/client/read-failure.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { RunFailure } from '#lib/client/run.ts'
import { LibraryFailure } from './library-failure.ts'

export interface LibraryRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query of the API, e.g. `/v1/library?limit=50`. */
  readonly path: string
  readonly body?: object
  readonly signal?: AbortSignal
}

export interface LibraryAnswer {
  readonly body: JsonObject
  readonly headers: Headers
}

/**
 * Calls the API through the console's route.
 * @throws LibraryFailure if there is no response, or it is not an object; AbortError if the signal aborted
 */
export async function askLibrary({ method, path, body, signal }: LibraryRequest): Promise<LibraryAnswer> {
  const fail = (failure: RunFailure, requestId: string | null): never => {
    throw new LibraryFailure(failure, { path: path.replace(/\?.*/, ''), requestId })
  }
  const response = await fetch(`/api/run${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted || !(error instanceof TypeError)) throw error
    if (!navigator.onLine) return fail({ kind: 'offline' }, null)
    return fail({ kind: 'unreachable', message: `Could not reach the console: ${error.message}.` }, null)
  })
  const requestId = response.headers.get('x-request-id')
  const text = await response.text()
  if (!response.ok) return fail(readFailure(response.status, response.headers, text), requestId)
  const answer = readJson(text)
  return isRecord(answer)
    ? { body: answer, headers: response.headers }
    : fail({ kind: 'unreachable', message: 'The API returned an unexpected response.' }, requestId)
}
