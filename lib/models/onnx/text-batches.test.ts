import { expect, test } from 'vitest'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { createTextBatches, createBatchQueue } from './text-batches.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { Row } from './worker-messages.ts'

const { signal } = new AbortController()

test('vectors are in the order of the texts, with their wait time', async () => {
  const { batches } = createEngine()
  const { vectors, queueMs } = await batches.run(texts(3, 1, 2), { key: 'k', signal })

  expect(vectors.map(([length]) => length)).toEqual([3, 1, 2])
  expect(queueMs).toBeGreaterThanOrEqual(0)
})

test('waiting calls share a batch', async () => {
  const engine = createEngine({ held: true })
  const first = engine.batches.run(texts(1), { key: 'a', signal })
  await engine.begun()
  const others = [
    engine.batches.run(texts(2, 3), { key: 'a', signal }),
    engine.batches.run(texts(4), { key: 'b', signal }),
  ]
  await engine.release()
  await engine.release()
  await Promise.all([first, ...others])

  expect(engine.evaluated).toEqual([[1], [3, 4, 2]])
})

test('a failed text fails its own call and no other', async () => {
  const { batches } = createEngine({ fails: length => length === 13 })
  const [broken, sound] = await Promise.allSettled([
    batches.run(texts(1, 13, 2), { key: 'a', signal }),
    batches.run(texts(3), { key: 'b', signal }),
  ])

  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'internal_error' } })
  expect(sound).toMatchObject({ status: 'fulfilled' })
})

test('pending texts of an aborted call are not evaluated', async () => {
  const engine = createEngine({ held: true })
  const stop = new AbortController()
  const long = texts(...Array.from({ length: 50 }, () => 2000))
  const left = engine.batches.run(long, { key: 'a', signal: stop.signal })
  await engine.begun()
  const stays = engine.batches.run(texts(7), { key: 'a', signal })
  stop.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await engine.release()
  await engine.release()
  await stays

  expect(engine.evaluated.flat().filter(length => length === 2000).length).toBeLessThan(3)
  expect(engine.evaluated.at(-1)).toEqual([7])
})

test('an already aborted call starts nothing', async () => {
  const engine = createEngine()

  await expect(
    engine.batches.run(texts(1), { key: 'a', signal: AbortSignal.abort(new Error('left')) }),
  ).rejects.toThrow('left')
  expect(engine.evaluated).toEqual([])
})

function texts(...lengths: readonly number[]): TokenSequence[] {
  return lengths.map(length => ({ ids: new Int32Array(length), secondStart: length }))
}

/** Returns each text's length as its vector; when held, a batch ends on release. */
function createEngine({ held = false, fails = (length: number): boolean => length < 0 } = {}) {
  const evaluated: number[][] = []
  const running: (() => void)[] = []
  const begun = async () => await expect.poll(() => running.length).toBe(1)
  const batches = createTextBatches({
    semaphore: createComputeSemaphore(),
    parallel: 2,
    evaluate: async sequences => {
      const lengths = sequences.map(({ ids }) => ids.length)
      evaluated.push(lengths)
      if (held) await new Promise<void>(resolve => running.push(resolve))
      return lengths.map((length): Row => (fails(length) ? { failure: 'broken' } : Float32Array.of(length)))
    },
  })
  return {
    batches,
    evaluated,
    begun,
    async release() {
      await begun()
      running.shift()?.()
    },
  }
}

test('a batch is limited by its tokens, and balanced over threads', () => {
  const queue = createBatchQueue()
  queue.add('k', createCall([10, 10, 10, 10, 10, 10, 10, 500, 500, 500]))

  expect(take(queue, { tokensMax: 25, parallel: 1 })).toEqual([10, 10, 10])
  expect(take(queue, { tokensMax: 25, parallel: 2 })).toEqual([10, 10, 10, 10])
  expect(take(queue, { tokensMax: 25, parallel: 2 })).toEqual([500, 500])
  expect(queue.waiting).toBe(true)
  expect(take(queue, { tokensMax: 25, parallel: 2 })).toEqual([500])
  expect(queue.waiting).toBe(false)
})

test('keys are served in turn, and so are the calls of a key', () => {
  const queue = createBatchQueue()
  queue.add('busy', createCall([1, 2, 3]))
  queue.add('busy', createCall([4, 5]))
  queue.add('guest', createCall([6, 7]))

  expect(take(queue, { tokensMax: 1000, parallel: 1 })).toEqual([1, 6, 4, 7, 2, 5, 3])
})

test('a removed call is not served any more, and the others are', () => {
  const queue = createBatchQueue()
  const [gone, kept] = [createCall([1, 2, 3]), createCall([4])]
  queue.add('k', gone)
  queue.add('k', kept)
  expect(take(queue, { tokensMax: 1, parallel: 1 })).toEqual([1])
  queue.remove('k', gone)
  queue.remove('k', gone)

  expect(take(queue, { tokensMax: 1000, parallel: 1 })).toEqual([4])
  queue.remove('nobody', kept)
  expect(queue.waiting).toBe(false)
})

test('every text is identified by its index in its call', () => {
  const queue = createBatchQueue()
  const call = createCall([5, 5])
  queue.add('k', call)
  const items = queue.take({ tokensMax: 1000, parallel: 1 })

  expect(items.map(({ position }) => position)).toEqual([0, 1])
  expect(items.every(item => item.call === call && item.sequence === call.sequences[item.position])).toBe(
    true,
  )
})

function createCall(lengths: readonly number[]) {
  return { sequences: lengths.map(length => ({ ids: new Int32Array(length), secondStart: length })) }
}

function take(
  queue: ReturnType<typeof createBatchQueue>,
  size: { tokensMax: number; parallel: number },
): number[] {
  return queue.take(size).map(({ sequence }) => sequence.ids.length)
}
