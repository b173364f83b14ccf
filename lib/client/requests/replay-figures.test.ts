import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { toReplayFigures } from './replay-figures.ts'

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

test('the words of a failure are no first content, and what it did not say is unknown', () => {
  const figures = toReplayFigures(done, failed)

  expect(figures).toEqual([
    { label: 'Status', earlier: '200', now: '502' },
    { label: 'First content', earlier: '40 ms', now: '–' },
    { label: 'Total', earlier: '90 ms', now: '90 ms' },
    { label: 'Tokens', earlier: '12 → 3', now: '– → –' },
    { label: 'Cost', earlier: '–', now: '–' },
  ])
})
