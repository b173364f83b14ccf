import { expect, test } from 'vitest'
import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { emptyAnswer } from '#components/chat/model/answer.ts'
import { readPhases, readReasoningMs } from './phases.ts'

const record = (
  times: Partial<AnswerRecord['answer']>,
  changes: Partial<AnswerRecord> = {},
): AnswerRecord => ({
  state: 'done',
  model: 'm',
  answer: { ...emptyAnswer, ...times },
  chosen: 0,
  startedAt: 0,
  firstMs: null,
  totalMs: 1000,
  failure: null,
  requestId: null,
  serverTiming: null,
  sentBytes: 0,
  schema: null,
  ...changes,
})

test('the phases of a run with reasoning add up to its total', () => {
  const phases = readPhases(record({ firstReasoningMs: 100, firstContentMs: 400, lastMs: 950 }))

  expect(phases).toEqual([
    { name: 'waiting', ms: 100 },
    { name: 'reasoning', ms: 300 },
    { name: 'content', ms: 600 },
  ])
})

test('model loading is shown when the server reports it, and is part of the wait', () => {
  const phases = readPhases(
    record({ firstContentMs: 400, lastMs: 900 }, { serverTiming: 'queue;dur=1, load;dur=250.5' }),
  )

  expect(phases).toEqual([
    { name: 'waiting', ms: 149.5 },
    { name: 'loading', ms: 250.5 },
    { name: 'content', ms: 600 },
  ])
})

test('a run without an answer consists of waiting only', () => {
  expect(readPhases(record({}))).toEqual([{ name: 'waiting', ms: 1000 }])
})

test('reasoning ends at the first content, or with the run', () => {
  expect(readReasoningMs(record({ firstReasoningMs: 100, firstContentMs: 400 }))).toBe(300)
  expect(readReasoningMs(record({ firstReasoningMs: 100, lastMs: 700 }))).toBe(600)
  expect(readReasoningMs(record({ firstReasoningMs: 100, lastMs: 700 }, { state: 'running' }))).toBeNull()
  expect(readReasoningMs(record({ firstContentMs: 5 }))).toBeNull()
})
