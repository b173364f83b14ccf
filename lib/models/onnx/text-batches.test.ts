import { expect, test } from 'vitest'
import { createComputeTurns } from '#lib/models/host/compute-turns.ts'
import { createTextBatches } from './text-batches.ts'
import type { TokenSequence } from './token-sequence.ts'
import type { Row } from './worker-messages.ts'

const { signal } = new AbortController()

test('vectors come in the order of the texts, with the time they waited', async () => {
  const { batches } = createEngine()
  const { vectors, queueMs } = await batches.run(texts(3, 1, 2), { key: 'k', signal })

  expect(vectors.map(([length]) => length)).toEqual([3, 1, 2])
  expect(queueMs).toBeGreaterThanOrEqual(0)
})

test('calls that wait together share a batch', async () => {
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

test('a text that fails takes its own call with it and no other', async () => {
  const { batches } = createEngine({ fails: length => length === 13 })
  const [broken, sound] = await Promise.allSettled([
    batches.run(texts(1, 13, 2), { key: 'a', signal }),
    batches.run(texts(3), { key: 'b', signal }),
  ])

  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'internal_error' } })
  expect(sound).toMatchObject({ status: 'fulfilled' })
})

test('what a call that leaves has not begun is not evaluated', async () => {
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

test('a call that has left already begins nothing', async () => {
  const engine = createEngine()

  await expect(
    engine.batches.run(texts(1), { key: 'a', signal: AbortSignal.abort(new Error('left')) }),
  ).rejects.toThrow('left')
  expect(engine.evaluated).toEqual([])
})

function texts(...lengths: readonly number[]): TokenSequence[] {
  return lengths.map(length => ({ ids: new Int32Array(length), secondStart: length }))
}

/** Gives each text its length as its vector; when held, a batch ends when it is released. */
function createEngine({ held = false, fails = (length: number): boolean => length < 0 } = {}) {
  const evaluated: number[][] = []
  const running: (() => void)[] = []
  const begun = async () => await expect.poll(() => running.length).toBe(1)
  const batches = createTextBatches({
    turns: createComputeTurns(),
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
