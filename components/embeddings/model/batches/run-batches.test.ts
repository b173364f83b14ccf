import { describe, expect, test } from 'vitest'
import { toList, toObject } from '#lib/client/json-value.ts'
import type { Run, RunFailure } from '#lib/client/run.ts'
import { sumRuns } from '#components/playground/run/model/sum-runs.ts'
import type { BatchOutcome, BatchProgress } from './batch-report.ts'
import { type BatchesInput, runBatches, readVectors } from './run-batches.ts'

const texts = ['0', '1', '2', '3', '4', '5', '6']
const refused: RunFailure = {
  kind: 'api',
  status: 500,
  code: 'internal_error',
  message: 'It broke.',
  param: null,
  retryAfterMs: null,
  raw: '',
}

describe('embedding in batches', () => {
  test('each request is the draft with its own texts, fields in the order of the draft', async () => {
    const sent: string[] = []

    await run({
      body: { input: texts, model: 'm', encoding_format: 'base64' },
      send: body => answer(body, sent),
    })

    expect(sent).toEqual([
      '{"input":["0","1","2"],"model":"m","encoding_format":"base64"}',
      '{"input":["3","4","5"],"model":"m","encoding_format":"base64"}',
      '{"input":["6"],"model":"m","encoding_format":"base64"}',
    ])
  })

  test('vectors are at the index of their texts, with the tokens of all requests', async () => {
    const outcome = await run({})

    expect(outcome.vectors).toEqual({
      model: 'm',
      count: 7,
      dimensions: 2,
      values: Float32Array.from(texts.flatMap(text => [Number(text), 1])),
      present: Uint8Array.from(texts, () => 1),
    })
    expect(outcome).toMatchObject({ done: 7, total: 7, tokens: 7 })
    expect(outcome.reports.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('requests run concurrently, up to the limit', async () => {
    let [open, most] = [0, 0]

    await run({
      batchSize: 1,
      send: async body => {
        open += 1
        most = Math.max(most, open)
        await new Promise(resolve => setImmediate(resolve))
        open -= 1
        return answer(body)
      },
    })

    expect(most).toBe(2)
  })

  test('a failed request loses its own texts only, and a retry sends nothing else', async () => {
    const first = await run({ send: body => (body.includes('"3"') ? failed(body, refused) : answer(body)) })
    const sent: string[] = []
    const second = await run({ previous: first, send: body => answer(body, sent) })

    expect(first.reports.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
    expect(first.vectors?.present).toEqual(Uint8Array.of(1, 1, 1, 0, 0, 0, 1))
    expect(first.tokens).toBe(4)
    expect(sent).toEqual(['{"model":"m","input":["3","4","5"]}'])
    expect(second.vectors?.values).toEqual(Float32Array.from(texts.flatMap(text => [Number(text), 1])))
    expect(second.vectors?.present).toEqual(Uint8Array.from(texts, () => 1))
    expect(second.tokens).toBe(7)
    expect(first.vectors?.present[3]).toBe(0)
  })

  test('stop keeps the vectors received, and starts no more requests', async () => {
    const controller = new AbortController()
    let sent = 0
    const outcome = await run({
      concurrency: 1,
      signal: controller.signal,
      send: (body, signal) => {
        sent += 1
        if (sent === 1) return answer(body)
        controller.abort()
        return Promise.resolve({
          ...base(body),
          state: signal.aborted ? ('stopped' as const) : ('done' as const),
        })
      },
    })

    expect(sent).toBe(2)
    expect(outcome.reports.map(({ state }) => state)).toEqual(['done', 'stopped', 'stopped'])
    expect(outcome.vectors?.present).toEqual(Uint8Array.of(1, 1, 1, 0, 0, 0, 0))
  })

  test.each<RunFailure>([
    { ...refused, status: 404, code: 'model_not_found' },
    { ...refused, status: 401, code: 'invalid_api_key' },
    { kind: 'offline' },
    { kind: 'signed-out' },
  ])('an error that applies to all texts is not repeated: $kind $status', async failure => {
    let sent = 0
    const outcome = await run({
      concurrency: 1,
      send: body => {
        sent += 1
        return failed(body, failure)
      },
    })

    expect(sent).toBe(1)
    expect(outcome.reports.map(({ state }) => state)).toEqual(['failed', 'stopped', 'stopped'])
    expect(outcome.vectors).toBeNull()
  })

  test('a response with too few vectors, or of other dimensions, is marked as wrong with its reason', async () => {
    const outcome = await run({
      concurrency: 1,
      send: body => {
        if (body.includes('"3"')) return done(body, [{ index: 0, embedding: [1, 2] }])
        return body.includes('"6"') ? done(body, [{ index: 0, embedding: [1, 2, 3] }]) : answer(body)
      },
    })

    expect(outcome.reports).toMatchObject([
      { state: 'done' },
      { state: 'wrong', reason: 'The response has 1 vectors for 3 texts.' },
      { state: 'wrong', reason: 'The vectors have 3 dimensions; those of other requests have 2.' },
    ])
    expect(outcome.vectors?.present).toEqual(Uint8Array.of(1, 1, 1, 0, 0, 0, 0))
  })

  test('progress counts received texts and never decreases', async () => {
    const seen: BatchProgress[] = []

    await run({ onProgress: progress => seen.push(progress) })

    const counts = seen.map(({ done: count }) => count)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    expect(counts.at(-1)).toBe(7)
    expect(seen[0]?.reports.map(({ state }) => state)).toEqual(['running', 'waiting', 'waiting'])
  })

  test('the beginning of many large responses is kept for HTTP, marked as cut, with its figures', async () => {
    const wide = (body: string) =>
      done(body, [{ index: 0, embedding: Array.from({ length: 40_000 }, () => 0.5) }])
    const many = await run({ batchSize: 1, send: wide })
    const few = await run({ texts: ['0', '1'], batchSize: 1, send: wide })

    const kept = ({ reports }: BatchOutcome) =>
      reports.map(report => report.state === 'done' && [report.run.cut, report.run.response?.body?.length])
    expect(kept(many)).toEqual(texts.map(() => [true, 65_536]))
    expect(kept(few)).toEqual([expect.arrayContaining([undefined]), expect.arrayContaining([undefined])])
    expect(few.vectors?.values).toHaveLength(80_000)
    const runs = many.reports.flatMap(report => (report.state === 'done' ? report.run : []))
    expect(sumRuns(runs, { modelOf: () => undefined, writes: false }).usage.promptTokens).toBe(7)
  })
})

function run(input: Partial<BatchesInput>) {
  return runBatches({
    texts,
    body: { model: 'm' },
    send: body => answer(body),
    onProgress: () => {},
    signal: new AbortController().signal,
    batchSize: 3,
    ...input,
  })
}

function base(body: string): Run {
  return {
    id: 'run_1',
    state: 'done',
    request: { method: 'POST', path: '/v1/embeddings', body },
    response: null,
    events: [],
    timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
    failure: null,
  }
}

/** Embeds each text as its number and 1. */
function answer(body: string, sent: string[] = []): Promise<Run> {
  sent.push(body)
  const input = toList(toObject(JSON.parse(body))['input'])
  return done(
    body,
    input.map((text, index) => ({ index, embedding: [Number(text), 1] })),
  )
}

function done(body: string, data: readonly unknown[]): Promise<Run> {
  const answered = JSON.stringify({ data, usage: { prompt_tokens: data.length } })
  return Promise.resolve({ ...base(body), response: { status: 200, headers: {}, body: answered } })
}

function failed(body: string, failure: RunFailure): Promise<Run> {
  return Promise.resolve({ ...base(body), state: 'failed', failure })
}

describe('read vectors', () => {
  const answer = (data: unknown, usage: unknown = { prompt_tokens: 5, total_tokens: 5 }) =>
    JSON.stringify({ object: 'list', model: 'm', data, usage })
  const base64 = (...numbers: number[]) =>
    btoa(String.fromCharCode(...new Uint8Array(Float32Array.from(numbers).buffer)))

  describe('vectors of a response', () => {
    test('numbers and base64 give the same bits, by index whatever their order', () => {
      const floats = answer([
        { index: 1, embedding: [0.1, 3e-38] },
        { index: 0, embedding: [-1, 0.25] },
      ])
      const encoded = answer([
        { index: 0, embedding: base64(-1, 0.25) },
        { index: 1, embedding: base64(0.1, 3e-38) },
      ])

      const expected = {
        status: 'read',
        model: 'm',
        dimensions: 2,
        values: Float32Array.of(-1, 0.25, 0.1, 3e-38),
        tokens: 5,
      }
      expect(readVectors(floats, 2)).toEqual(expected)
      expect(readVectors(encoded, 2)).toEqual(expected)
    })

    test('null from a server that cannot write NaN becomes NaN', () => {
      expect(readVectors(answer([{ index: 0, embedding: [1, null] }]), 1)).toMatchObject({
        values: Float32Array.of(1, NaN),
      })
    })

    test('missing token counts are unknown, not zero', () => {
      expect(readVectors(answer([{ index: 0, embedding: [1] }], {}), 1)).toMatchObject({ tokens: null })
    })

    test.each([
      ['invalid JSON', 'oops', 'The response is not valid JSON.'],
      ['too few vectors', answer([]), 'The response has 0 vectors for 2 texts.'],
      [
        'a duplicate index',
        answer([
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ]),
        'index 0',
      ],
      [
        'an index beyond the texts',
        answer([
          { index: 0, embedding: [1] },
          { index: 2, embedding: [1] },
        ]),
        'index 2',
      ],
      [
        'other dimensions',
        answer([
          { index: 0, embedding: [1, 2] },
          { index: 1, embedding: [1] },
        ]),
        'Vector 1 has 1 dimensions; others have 2.',
      ],
      [
        'invalid base64',
        answer([
          { index: 0, embedding: '***' },
          { index: 1, embedding: '***' },
        ]),
        'Vector 0 is neither an array of numbers nor base64.',
      ],
      [
        'base64 of half a number',
        answer([
          { index: 0, embedding: 'AAA=' },
          { index: 1, embedding: 'AAA=' },
        ]),
        'Vector 0 is neither an array of numbers nor base64.',
      ],
      [
        'texts among the numbers',
        answer([
          { index: 0, embedding: ['1'] },
          { index: 1, embedding: [1] },
        ]),
        'Vector 0 is neither an array of numbers nor base64.',
      ],
    ])('%s is rejected with a reason', (_, body, reason) => {
      expect(readVectors(body, 2)).toEqual({ status: 'wrong', reason: expect.stringContaining(reason) })
    })
  })
})
