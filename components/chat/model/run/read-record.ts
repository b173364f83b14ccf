import { estimateDraft } from '#components/playground/form/model/estimate.ts'
import type { Run } from '#lib/client/run.ts'
import { type Answer, type AnswerRecord, emptyAnswer } from '#components/chat/model/answer.ts'
import type { FormatAdapter } from '#components/chat/model/api-format/format-adapter.ts'
import { readAnswerSchema } from '#components/chat/model/draft/answer-schema.ts'
import type { JsonObject } from '#lib/client/json-value.ts'

/** Parse position within the events of a run, so that a frame parses only new ones. */
export interface Progress {
  readonly readCount: number
  readonly answer: Answer
}

export const noProgress: Progress = { readCount: 0, answer: emptyAnswer }

/** Reads the answers of an API format. */
export type AnswerReader = Pick<FormatAdapter, 'readEvent' | 'readBody'>

/** Parses the events that arrived since the last call. */
export function readProgress(
  progress: Progress,
  { events }: Pick<Run, 'events'>,
  { readEvent }: AnswerReader,
): Progress {
  if (events.length === progress.readCount) return progress
  return {
    readCount: events.length,
    answer: events
      .slice(progress.readCount)
      .filter(event => event.kind === 'data')
      .reduce((answer, event) => readEvent(answer, event.data, event.atMs), progress.answer),
  }
}

/** The parts of the request that its answer needs. */
export type Asked = Pick<AnswerRecord, 'model' | 'sentBytes' | 'schema'>

/** Parsed once per run: a body may contain megabytes of images, which do not count as text. */
export function readAsked(model: string, body: JsonObject): Asked {
  return { model, sentBytes: estimateDraft({ body }, 1).tokens, schema: readAnswerSchema(body) }
}

/** Stored data of a run under its turn. */
export function readRecord(
  run: Run,
  asked: Asked,
  progress: Progress,
  { readBody }: AnswerReader,
): AnswerRecord {
  const body = run.response?.body ?? null
  const plain = body !== null && run.failure === null
  return {
    ...asked,
    state: run.state,
    answer: plain ? readBody(body, run.timing.firstMs) : progress.answer,
    chosen: 0,
    startedAt: run.timing.startedAt,
    firstMs: run.timing.firstMs,
    totalMs: run.timing.totalMs,
    failure: run.failure,
    requestId: run.response?.headers['x-request-id'] ?? null,
    serverTiming: run.response?.headers['server-timing'] ?? null,
  }
}
