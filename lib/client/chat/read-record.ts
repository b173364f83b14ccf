import { estimateDraft } from '#lib/client/estimate.ts'
import type { Run, WireEvent } from '#lib/client/run.ts'
import type { Answer, AnswerRecord } from './answer.ts'
import { emptyAnswer } from './answer.ts'
import { readAnswerSchema } from './answer-schema.ts'
import type { JsonObject } from '#lib/client/json-value.ts'
import { readChunk } from './read-chunk.ts'
import { readCompletion } from './read-completion.ts'

/** How far the events of a run have been read, so that a frame reads only what is new. */
export interface Progress {
  readonly readCount: number
  readonly answer: Answer
}

export const noProgress: Progress = { readCount: 0, answer: emptyAnswer }

/** Reads the events that arrived since the last call. */
export function readProgress(progress: Progress, events: readonly WireEvent[]): Progress {
  if (events.length === progress.readCount) return progress
  return {
    readCount: events.length,
    answer: events
      .slice(progress.readCount)
      .filter(event => event.kind === 'data')
      .reduce((answer, event) => readChunk(answer, event.data, event.atMs), progress.answer),
  }
}

/** What was asked, as far as its answer needs it. */
export type Asked = Pick<AnswerRecord, 'model' | 'sentBytes' | 'schema'>

/** Reads it once for each run: a body may hold megabytes of pictures, which are no text that is counted. */
export function readAsked(model: string, body: JsonObject): Asked {
  return { model, sentBytes: estimateDraft({ body }, 1).tokens, schema: readAnswerSchema(body) }
}

/** What is kept of a run under its turn. */
export function readRecord(run: Run, asked: Asked, progress: Progress): AnswerRecord {
  const body = run.response?.body ?? null
  const plain = body !== null && run.failure === null
  return {
    ...asked,
    state: run.state,
    answer: plain ? readCompletion(body, run.timing.firstMs) : progress.answer,
    chosen: 0,
    startedAt: run.timing.startedAt,
    firstMs: run.timing.firstMs,
    totalMs: run.timing.totalMs,
    failure: run.failure,
    requestId: run.response?.headers['x-request-id'] ?? null,
    serverTiming: run.response?.headers['server-timing'] ?? null,
  }
}
