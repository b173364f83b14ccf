import { expect, test } from 'vitest'
import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { readFigures, sumFigures } from './figures.ts'

const usage = { prompt_tokens: 31, completion_tokens: 100, total_tokens: 131 }
const record = (changes: Partial<AnswerRecord>): AnswerRecord => ({
  state: 'done',
  model: 'm',
  answer: {
    ...emptyAnswer,
    choices: [{ ...emptyChoice, content: 'abcdefgh' }],
    firstContentMs: 200,
    lastMs: 1200,
  },
  chosen: 0,
  startedAt: 0,
  firstMs: 200,
  totalMs: 1250,
  failure: null,
  requestId: null,
  serverTiming: null,
  sentBytes: 400,
  schema: null,
  ...changes,
})
const counted = record({ answer: { ...record({}).answer, usage } })

test('counts come from the server, speed from first to last content', () => {
  expect(readFigures(counted, null)).toMatchObject({
    firstMs: 200,
    totalMs: 1250,
    promptTokens: 31,
    completionTokens: 100,
    tokensEstimated: false,
    tokensPerSecond: 100,
    costUsd: null,
  })
})

test('without counts a quarter of the bytes is used and marked as an estimate', () => {
  expect(readFigures(record({}), null)).toMatchObject({
    promptTokens: 100,
    completionTokens: 2,
    tokensEstimated: true,
  })
})

test('a run without an answer has unknown figures, not zeros', () => {
  expect(readFigures(record({ answer: emptyAnswer, firstMs: null }), { input: 1, output: 1 })).toMatchObject({
    firstMs: null,
    promptTokens: null,
    completionTokens: null,
    tokensEstimated: false,
    tokensPerSecond: null,
    costUsd: null,
  })
})

test("the server's cost takes precedence; a price only gives an estimate", () => {
  const priced = record({ answer: { ...counted.answer, usage: { ...usage, cost: 0.5 } } })

  expect(readFigures(priced, { input: 1, output: 1 })).toMatchObject({ costUsd: 0.5, costEstimated: false })
  const estimated = readFigures(counted, { input: 1, output: 2 })
  expect(estimated.costUsd).toBeCloseTo(0.000231, 9)
  expect(estimated.costEstimated).toBe(true)
})

test('an answer that came at once, and a tool call, have no speed', () => {
  const plain = record({ answer: { ...counted.answer, firstContentMs: 1250, lastMs: 1250 } })

  expect(readFigures(plain, null).tokensPerSecond).toBeNull()
  const call = record({ answer: { ...counted.answer, firstContentMs: null, lastMs: 2000 } })
  expect(readFigures(call, null).tokensPerSecond).toBeNull()
})

test('sums skip unknown values and stay unknown without any known value', () => {
  const known = readFigures(counted, null)
  const unknown = readFigures(record({ answer: emptyAnswer, totalMs: null }), null)

  expect(sumFigures([known, unknown, known])).toMatchObject({
    totalMs: 2500,
    promptTokens: 62,
    completionTokens: 200,
    costUsd: null,
  })
  expect(sumFigures([unknown])).toMatchObject({ totalMs: null, promptTokens: null })
})

test('an error response after 14 s has no TTFT', () => {
  expect(
    readFigures(record({ state: 'failed', answer: emptyAnswer, firstMs: 14_000 }), null).firstMs,
  ).toBeNull()
})
