import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { noProgress, readProgress, readRecord } from './read-record.ts'
import { replayRecord } from './replay-record.ts'

const words = ['one ', 'two ', 'three']
const run: Run = {
  id: 'run_1',
  state: 'interrupted',
  request: { method: 'POST', path: '/p', body: '{}' },
  response: null,
  events: words.map((content, index) => ({
    number: index + 1,
    atMs: (index + 1) * 100,
    bytes: 1,
    kind: 'data',
    data: JSON.stringify({ choices: [{ delta: { content } }] }),
  })),
  timing: { startedAt: 0, firstMs: 100, totalMs: 400 },
  failure: { kind: 'offline' },
}
const record = readRecord(
  run,
  { model: 'm', sentBytes: 2, schema: null },
  readProgress(noProgress, run.events),
)

test.each([
  [0, undefined, null],
  [1, 'one ', 100],
  [2, 'one two ', 100],
])('after %i events it reads %s', (count, content, firstMs) => {
  const shown = replayRecord(record, run, count)

  expect(shown.answer.choices[0]?.content).toBe(content)
  expect(shown).toMatchObject({ state: 'running', firstMs, totalMs: null, failure: null })
})

test('after the last event it is the answer itself, its failure included', () => {
  expect(replayRecord(record, run, 3)).toBe(record)
})
