import type { Run, RunFailure } from '#lib/client/run.ts'

/** A call of the library that brought no answer, with what a card says of it. */
export class LibraryFailure extends Error {
  override readonly name = 'LibraryFailure'
  readonly failure: RunFailure
  /** Path of the API. */
  readonly path: string
  readonly requestId: string | null

  constructor(failure: RunFailure, { path, requestId }: { path: string; requestId: string | null }) {
    super('message' in failure ? failure.message : failure.kind)
    this.failure = failure
    this.path = path
    this.requestId = requestId
  }
}

/** What the card of a failed run reads. */
export function toFailedRun(error: Error): Run {
  const failed =
    error instanceof LibraryFailure
      ? error
      : new LibraryFailure({ kind: 'unreachable', message: error.message }, { path: '', requestId: null })
  const { failure, path, requestId } = failed
  return {
    id: requestId ?? failed.message,
    state: 'failed',
    request: { method: 'POST', path, body: '' },
    response: {
      status: failure.kind === 'api' ? failure.status : 0,
      headers: requestId === null ? {} : { 'x-request-id': requestId },
      body: null,
    },
    events: [],
    timing: { startedAt: 0, firstMs: null, totalMs: null },
    failure,
  }
}
