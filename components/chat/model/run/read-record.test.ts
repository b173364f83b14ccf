import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { chatAdapter } from '#components/chat/model/api-format/chat-adapter.ts'
import { noProgress, readAsked, readProgress, readRecord } from './read-record.ts'

const run: Run = {
  id: 'run_1',
  state: 'done',
  request: { method: 'POST', path: '/v1/chat/completions', body: '{"a":"é"}' },
  response: { status: 200, headers: { 'x-request-id': 'req_1', 'server-timing': 'load;dur=5' }, body: null },
  events: [],
  timing: { startedAt: 1, firstMs: 20, totalMs: 90 },
  failure: null,
}
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(9_000)}` } }
const asked = readAsked('m', { messages: [{ role: 'user', content: ['Hello', picture] }] })
const event = (number: number, data: string, kind: 'data' | 'comment' = 'data') => ({
  number,
  atMs: number * 10,
  bytes: data.length,
  kind,
  data,
})
const content = (text: string) => JSON.stringify({ choices: [{ delta: { content: text } }] })

test('each event is parsed once however often the list is passed', () => {
  const events = [event(1, content('a')), event(2, 'keep-alive', 'comment')]
  const first = readProgress(noProgress, { ...run, events }, chatAdapter)
  const second = readProgress(first, { ...run, events }, chatAdapter)
  const third = readProgress(second, { ...run, events: [...events, event(3, content('b'))] }, chatAdapter)

  expect(second).toBe(first)
  expect(third.answer.choices[0]?.content).toBe('ab')
})

test("a record has ids, times and the bytes of the model's text input", () => {
  expect(readRecord(run, asked, noProgress, chatAdapter)).toMatchObject({
    state: 'done',
    model: 'm',
    requestId: 'req_1',
    serverTiming: 'load;dur=5',
    firstMs: 20,
    totalMs: 90,
    sentBytes: 40,
  })
})

test('a plain body is parsed as a whole', () => {
  const body = JSON.stringify({
    model: 'answered',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Hi', tool_calls: null }, finish_reason: 'length' },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  })
  const record = readRecord(
    { ...run, response: { status: 200, headers: {}, body } },
    asked,
    noProgress,
    chatAdapter,
  )

  expect(record.answer).toMatchObject({
    model: 'answered',
    choices: [{ content: 'Hi', finishReason: 'length', toolCalls: [] }],
    usage: { completion_tokens: 2 },
    firstContentMs: 20,
  })
})

test('an invalid completion gives an empty answer instead of an exception', () => {
  for (const body of ['<html>', '{}', '{"choices":[{}]}', ''])
    expect(
      readRecord({ ...run, response: { status: 200, headers: {}, body } }, asked, noProgress, chatAdapter)
        .answer.choices,
    ).toEqual([])
})

test('an error body gives no answer', () => {
  const failed: Run = {
    ...run,
    state: 'failed',
    response: { status: 400, headers: {}, body: '{"error":{}}' },
    failure: { kind: 'api', status: 400, code: 'x', message: 'm', param: null, retryAfterMs: null, raw: '' },
  }

  expect(readRecord(failed, asked, noProgress, chatAdapter)).toMatchObject({
    state: 'failed',
    failure: { code: 'x' },
    answer: { choices: [] },
  })
})
