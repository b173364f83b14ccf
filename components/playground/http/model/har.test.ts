import { expect, test } from 'vitest'
import { toEventLines, toHar } from './har.ts'
import type { Run } from '#lib/client/run.ts'

const streamed: Run = {
  id: 'run_1',
  state: 'done',
  request: { method: 'POST', path: '/v1/chat/completions', body: '{"model":"é"}' },
  response: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: null },
  events: [
    { number: 1, atMs: 10, bytes: 10, kind: 'comment', data: 'keep-alive' },
    { number: 2, atMs: 25, bytes: 7, kind: 'data', data: '{"a":1}' },
    { number: 3, atMs: 40, bytes: 6, kind: 'data', data: '[DONE]' },
  ],
  timing: { startedAt: 1_700_000_000_000, firstMs: 25, totalMs: 41 },
  failure: null,
}

test('a run becomes an archive entry that other tools can read', () => {
  const { log } = JSON.parse(toHar([streamed], 'http://127.0.0.1:3000').text) as {
    log: { version: string; entries: object[] }
  }

  expect(log.version).toBe('1.2')
  expect(log.entries).toMatchObject([
    {
      startedDateTime: '2023-11-14T22:13:20.000Z',
      time: 41,
      request: {
        url: 'http://127.0.0.1:3000/v1/chat/completions',
        bodySize: 14,
        postData: { text: '{"model":"é"}' },
      },
      response: {
        status: 200,
        content: { mimeType: 'text/event-stream', text: ': keep-alive\n\ndata: {"a":1}\n\ndata: [DONE]\n\n' },
      },
      timings: { send: 0, wait: 25, receive: 16 },
    },
  ])
})

test('events are exported one per line with the time since the previous one', () => {
  const lines = toEventLines(streamed).text.trimEnd().split('\n')

  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
    { ...streamed.events[0], deltaMs: 10 },
    { ...streamed.events[1], deltaMs: 15 },
    { ...streamed.events[2], deltaMs: 15 },
  ])
})
