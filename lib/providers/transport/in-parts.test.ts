import { expect, test, vi, type TestContext } from 'vitest'
import { attempt } from './__fixtures__/raw-server.ts'
import { BatchTooLarge, readBatchRefusal } from './batch-too-large.ts'
import { inParts, type PartLimits } from './in-parts.ts'

const ones = (count: number) => Array.from({ length: count }, () => 1)

/** Requests that end on demand. */
function createGate() {
  const waiting = new Map<number, { resolve(): void; signal: AbortSignal }>()
  return {
    waiting,
    send: (start: number, end: number, { signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        waiting.set(start, { resolve: () => resolve(`${start}-${end}`), signal })
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
      }),
  }
}

test.each<[string, number[], PartLimits, string[]]>([
  ['all that fit', ones(5), { itemsMax: 5 }, ['0-5']],
  ['by number', ones(5), { itemsMax: 2 }, ['0-2', '2-4', '4-5']],
  ['by bytes', [4, 4, 4, 9, 1], { itemsMax: 10, bytesMax: 8 }, ['0-2', '2-3', '3-4', '4-5']],
  ['an input larger than a batch', [99], { itemsMax: 10, bytesMax: 8 }, ['0-1']],
  ['nothing', [], { itemsMax: 10 }, ['0-0']],
])('cuts %s', async (_, sizes, limits, expected) => {
  const parts = await inParts(sizes, limits, attempt(), (start, end) => Promise.resolve(`${start}-${end}`))

  expect(parts.map(part => part.answer)).toEqual(expected)
})

test('at most three requests run at a time, and responses are in input order', async () => {
  const gate = createGate()
  const all = inParts(ones(5), { itemsMax: 1 }, attempt(), gate.send)

  expect([...gate.waiting.keys()]).toEqual([0, 1, 2])
  gate.waiting.get(2)?.resolve()
  await vi.waitUntil(() => gate.waiting.has(3))
  expect(gate.waiting.has(4)).toBe(false)
  gate.waiting.get(3)?.resolve()
  await vi.waitUntil(() => gate.waiting.has(4))
  for (const start of [4, 1, 0]) gate.waiting.get(start)?.resolve()

  expect((await all).map(part => part.answer)).toEqual(['0-1', '1-2', '2-3', '3-4', '4-5'])
})

test('the first failure aborts the others, and none starts after it', async () => {
  const gate = createGate()
  const failure = new Error('the second failed')
  const begun: number[] = []

  const all = inParts(ones(9), { itemsMax: 1 }, attempt(), (start, end, options) => {
    begun.push(start)
    return start === 1 ? Promise.reject(failure) : gate.send(start, end, options)
  })

  await expect(all).rejects.toBe(failure)
  expect(begun).toEqual([0, 1, 2])
  expect([0, 2].map(start => gate.waiting.get(start)?.signal.aborted)).toEqual([true, true])
})

test('all batches share the deadline of one attempt', async (context: TestContext) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  context.onTestFinished(() => void vi.useRealTimers())
  const times: number[] = []

  await inParts(ones(4), { itemsMax: 1 }, attempt(), (_start, _end, { timers }) => {
    times.push(timers.totalMs)
    vi.advanceTimersByTime(1000)
    return Promise.resolve(null)
  })

  expect(times).toEqual([20_000, 19_000, 18_000, 17_000])
})

test('a limit named by the server is respected from then on; an error without one only halves', async () => {
  const limits = { itemsMax: 8 }
  const asked: number[] = []
  const send = (max: number, named: number | null) => (start: number, end: number) => {
    asked.push(end - start)
    if (end - start <= max) return Promise.resolve(null)
    return Promise.reject(new BatchTooLarge('invalid_value', 'too many', named))
  }

  await inParts(ones(8), limits, attempt(), send(3, null))
  expect(asked.splice(0)).toEqual([8, 4, 4, 2, 2, 2, 2])
  expect(limits.itemsMax).toBe(8)

  await inParts(ones(8), limits, attempt(), send(3, 3))
  expect(asked.splice(0)).toEqual([8, 3, 3, 2])
  expect(limits.itemsMax).toBe(3)
})

test('a server that rejects every batch with a wrong limit ends at single inputs', async () => {
  const send = (start: number, end: number) =>
    Promise.reject(new BatchTooLarge('invalid_value', `${end - start} > 100`, start >= 0 ? 100 : null))

  await expect(inParts(ones(6), { itemsMax: 8 }, attempt(), send)).rejects.toThrow('1 > 100')
})

test.each<[string, { itemsMax: number | null } | null]>([
  ['batch size 33 > maximum allowed batch size 32', { itemsMax: 32 }],
  ['BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch', { itemsMax: 100 }],
  ['invalid request: total number of texts must be at most 96 - received 97', { itemsMax: 96 }],
  ['The batch size limit is 1000. Your batch size is 2048.', { itemsMax: 1000 }],
  ['Please lower the number of tokens in the batch.', { itemsMax: null }],
  ['Too many tokens overall, split into more batches.', { itemsMax: null }],
  ['input is too large. increase the physical batch size (current batch size: 512)', null],
  ["This model's maximum context length is 8192 tokens", null],
  ['', null],
])('from %j it reads %j', (message, limit) => {
  expect(readBatchRefusal(message)).toEqual(limit)
})
