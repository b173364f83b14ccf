import type { Run, RunFailure } from '#lib/client/run.ts'

/** A failed library request, with the data for the error card. */
export class LibraryFailure extends Error {
  override readonly name = 'LibraryFailure'
  readonly failure: RunFailure
  /** API path. */
  readonly path: string
  readonly requestId: string | null

  constructor(failure: RunFailure, { path, requestId }: { path: string; requestId: string | null }) {
    super('message' in failure ? failure.message : failure.kind)
    this.failure = failure
    this.path = path
    this.requestId = requestId
  }
}

/** Converts an error to a run for the error card. */
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
