import { expect, test } from 'vitest'
import type { LoggedExchange, RequestBodies } from '#lib/contracts/console/requests.ts'
import { compareSides, toRequestLines, toResponseLines } from './compare-sides.ts'

const exchange: LoggedExchange = {
  attempt: 1,
  provider: 'acme',
  model: 'large',
  method: 'POST',
  host: 'api.acme.example',
  path: '/…/messages',
  request_headers: [['x-api-key', '[redacted]']],
  request: { text: '{"model":"large"}', whole: true, bytes: 17 },
  response: {
    status: 200,
    headers: [],
    body: { kind: 'events', text: '[[5,"data: a\\n\\n"]]', whole: true, bytes: 9 },
  },
  start_ms: 1,
  first_ms: 2,
  end_ms: 3,
  broken: false,
}
const bodies: RequestBodies = {
  request: { text: '{"model":"smart"}', whole: true, bytes: 17 },
  answer: { kind: 'body', text: '{}', whole: true, bytes: 2 },
  http: {
    client: { method: 'POST', path: '/v1/chat/completions', request_headers: [], response: null },
    exchanges: [exchange],
    skipped: 0,
  },
}

test('what the gateway changed is marked, line by line', () => {
  const { left, right } = toRequestLines(bodies, exchange)

  expect(compareSides(left, right)).toEqual([
    { kind: 'changed', left: 'POST /v1/chat/completions', right: 'POST /…/messages' },
    { kind: 'changed', left: null, right: 'host: api.acme.example' },
    { kind: 'changed', left: null, right: 'x-api-key: [redacted]' },
    { kind: 'same', left: '', right: '' },
    { kind: 'same', left: '{', right: '{' },
    { kind: 'changed', left: '  "model": "smart"', right: '  "model": "large"' },
    { kind: 'same', left: '}', right: '}' },
  ])
})

test('long equal parts become their number of lines', () => {
  const same = Array.from({ length: 20 }, (_, at) => `line ${at}`)

  const lines = compareSides(['a', ...same, 'c'], ['b', ...same, 'd'])

  expect(lines).toHaveLength(9)
  expect(lines[4]).toEqual({ kind: 'equal', count: 14 })
})

test('a streamed response is its text, and a missing one is named', () => {
  expect(toResponseLines(bodies, exchange).right).toEqual(['200', '', 'data: a', '', ''])
  expect(toResponseLines(bodies, { ...exchange, response: null }).right).toEqual(['No response'])
})

test('a logged stream that cannot be read is shown as it is', () => {
  const answer = { kind: 'events' as const, text: '[[5,"data: "a"]]', whole: true, bytes: 9 }

  expect(toResponseLines({ ...bodies, answer, http: null }, null).left).toEqual([answer.text])
})

test('bodies of an older version have one side', () => {
  expect(toRequestLines({ ...bodies, http: null }, null)).toEqual({
    left: ['{', '  "model": "smart"', '}'],
    right: [],
  })
})
