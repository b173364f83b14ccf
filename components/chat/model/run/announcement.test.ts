import { expect, test } from 'vitest'
import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { toAnnouncement } from './announcement.ts'

const record = (changes: Partial<AnswerRecord>): AnswerRecord => ({
  state: 'done',
  model: 'm',
  answer: {
    ...emptyAnswer,
    choices: [{ ...emptyChoice, content: 'secret words' }],
    usage: { prompt_tokens: 1, completion_tokens: 148, total_tokens: 149 },
  },
  chosen: 0,
  startedAt: 0,
  firstMs: 200,
  totalMs: 1900,
  failure: null,
  requestId: null,
  serverTiming: null,
  sentBytes: 0,
  schema: null,
  ...changes,
})

test('the live region announces start, end, stop and failure of an answer, never its text', () => {
  const api = {
    kind: 'api',
    status: 429,
    code: 'x',
    message: 'Slow down.',
    param: null,
    retryAfterMs: null,
    raw: '',
  } as const

  expect(toAnnouncement(record({ state: 'running' }))).toBe('Answer started')
  expect(toAnnouncement(record({ state: 'running', answer: emptyAnswer }))).toBe('')
  expect(toAnnouncement(record({}))).toBe('Answer finished, 148 tokens, 1.9 seconds')
  expect(toAnnouncement(record({ state: 'stopped' }))).toBe('Stopped')
  expect(toAnnouncement(record({ state: 'failed', failure: api }))).toBe('Failed: Slow down.')
  expect(toAnnouncement(record({ state: 'failed', failure: { kind: 'offline' } }))).toBe(
    'Failed: you are offline',
  )
  expect(toAnnouncement(record({ state: 'failed', failure: { kind: 'signed-out' } }))).toBe(
    'Failed: your session has expired',
  )
  expect(toAnnouncement(record({ state: 'interrupted' }))).toBe('Failed: the answer was interrupted')
})

test('an answer that was cut off is not announced as finished', () => {
  const cut = (finishReason: string) => {
    const { answer } = record({})
    return record({ answer: { ...answer, choices: [{ ...emptyChoice, content: 'a', finishReason }] } })
  }

  expect(toAnnouncement(cut('length'))).toBe('Cut off at the token limit, 148 tokens, 1.9 seconds')
  expect(toAnnouncement(cut('content_filter'))).toBe('Cut off by the content filter, 148 tokens, 1.9 seconds')
  expect(toAnnouncement(cut('stop'))).toBe('Answer finished, 148 tokens, 1.9 seconds')
})
