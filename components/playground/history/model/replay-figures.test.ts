import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { RequestDetail } from '#lib/contracts/console/requests.ts'
import { toReplayFigures } from './replay-figures.ts'
import { toRun } from '#components/requests/model/to-run.ts'

const done: Run = {
  id: 'run_1',
  state: 'done',
  request: { method: 'POST', path: '/v1/chat/completions', body: '{}' },
  response: { status: 200, headers: {}, body: '{"usage":{"prompt_tokens":12,"completion_tokens":3}}' },
  events: [],
  timing: { startedAt: 0, firstMs: 40, totalMs: 90 },
  failure: null,
}
const failed: Run = {
  ...done,
  state: 'failed',
  response: { status: 502, headers: {}, body: '{"error":{}}' },
}

test('an error has no time to first token, and unreported values are unknown', () => {
  const figures = toReplayFigures(done, failed)

  expect(figures).toEqual([
    { label: 'Status', earlier: '200', now: '502' },
    { label: 'Time to first token', earlier: '40 ms', now: '–' },
    { label: 'Duration', earlier: '90 ms', now: '90 ms' },
    { label: 'Tokens', earlier: '12 → 3', now: '– → –' },
    { label: 'Cost', earlier: '–', now: '–' },
  ])
})

test('tokens and cost that a stream does not report come from the log', () => {
  const row = { id: 'req_1', route: 'chat', status: 200, started_at: 0, first_ms: 5, total_ms: 9 }
  const counted = { prompt_tokens: 4, completion_tokens: 7, cost_usd: 0.0021 }
  const text = JSON.stringify([[5, 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n']])
  const earlier = toRun({ ...row, ...counted } as RequestDetail, {
    request: { text: '{}', whole: true, bytes: 2 },
    answer: { kind: 'events', text, whole: true, bytes: text.length },
    http: null,
  })

  expect(toReplayFigures(earlier, done).slice(3)).toEqual([
    { label: 'Tokens', earlier: '4 → 7', now: '12 → 3' },
    { label: 'Cost', earlier: '$0.0021', now: '–' },
  ])
})
