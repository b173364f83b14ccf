import { expect, test } from 'vitest'
import { answerBytesMax, bytesMax, cutRuns } from './cut-runs.ts'
import type { Run } from '#lib/client/run.ts'
import { readRunUsage } from './run-usage.ts'

function run(asked: string, answered: string): Run {
  return {
    id: 'run_1',
    state: 'done',
    request: { method: 'POST', path: '/v1/embeddings', body: asked },
    response: { status: 200, headers: {}, body: answered },
    events: [],
    timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
    failure: null,
  }
}

test('runs within the limit are unchanged', () => {
  const runs = [run('{"input":"x"}', '{"usage":{"prompt_tokens":1}}')]

  expect(cutRuns(runs)).toEqual(runs)
})

test('a response over 1 MB is dropped, its figures stay', () => {
  const answer = JSON.stringify({
    data: 'x'.repeat(answerBytesMax),
    usage: { prompt_tokens: 7, total_tokens: 7 },
  })

  const [kept] = cutRuns([run('{}', answer)])

  expect(kept).toMatchObject({ cut: true, response: { status: 200, body: null } })
  expect(kept && readRunUsage(kept).promptTokens).toBe(7)
})

test('of a batch of megabytes the first request stays, and at most 4 MB of the others', () => {
  const body = JSON.stringify({ input: 'x'.repeat(1_500_000) })
  const answer = JSON.stringify({ data: 'y'.repeat(900_000), usage: { prompt_tokens: 7 } })

  const kept = cutRuns(Array.from({ length: 6 }, () => run(body, answer)))

  expect(kept.map(each => each.request.body.length > 0)).toEqual([true, true, false, false, false, false])
  expect(kept.map(each => each.response?.body !== null)).toEqual([true, true, true, true, false, false])
  expect(kept.map(each => readRunUsage(each).promptTokens)).toEqual([7, 7, 7, 7, 7, 7])
  expect(JSON.stringify(kept.slice(1)).length).toBeLessThan(2 * bytesMax)
})
