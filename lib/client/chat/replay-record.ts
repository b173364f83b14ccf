import type { Run } from '#lib/client/run.ts'
import type { AnswerRecord } from './answer.ts'
import { noProgress, readProgress } from './read-record.ts'

/** An answer as it stood after the first events of its run; after the last one it is what it is. */
export function replayRecord(record: AnswerRecord, run: Run, eventCount: number): AnswerRecord {
  if (eventCount >= run.events.length) return record
  const events = run.events.slice(0, eventCount)
  const lastMs = events.at(-1)?.atMs ?? 0
  return {
    ...record,
    state: 'running',
    answer: readProgress(noProgress, events).answer,
    firstMs: record.firstMs !== null && record.firstMs <= lastMs ? record.firstMs : null,
    totalMs: null,
    failure: null,
  }
}
