import { expect, test } from 'vitest'
import { formatBatch, formatRun } from './format-run.ts'

const response = { status: 429, headers: {}, body: '' }

test.each([
  [{ state: 'running', response: null }, 'running'],
  [{ state: 'done', response: { ...response, status: 200 } }, '200'],
  [{ state: 'failed', response }, '429 failed'],
] as const)('a run is formatted as status and state (%#)', (run, words) => {
  expect(formatRun(run)).toBe(words)
})

test.each([
  [['done', 'done'], 2, { status: 200, ended: 2, failed: 0 }, '200 · 2 of 2 requests'],
  [['done', 'running'], 9, { status: 200, ended: 1, failed: 0 }, '200 · 1 of 9 requests · running'],
  [['done', 'stopped'], 9, { status: 200, ended: 2, failed: 0 }, '200 · 1 of 9 requests · stopped'],
  [['done', 'failed'], 2, { status: null, ended: 2, failed: 1 }, '1 of 2 requests · 1 failed'],
] as const)('a batch is formatted with its progress (%#)', (states, total, sums, words) => {
  expect(
    formatBatch(
      states.map(state => ({ state })),
      total,
      sums,
    ),
  ).toBe(words)
})
