import { expect, test } from 'vitest'
import type { PoolWorker } from './pool/pool-worker.ts'
import { createWorkerPool, type WorkerPool } from './pool/pool.ts'

const { signal } = new AbortController()

function createWorkers(): {
  make: () => Promise<PoolWorker>
  made: PoolWorker[]
  retired: PoolWorker[]
  wear: (worker: PoolWorker) => void
  kill: (worker: PoolWorker) => void
} {
  const made: PoolWorker[] = []
  const retired: PoolWorker[] = []
  const worn = new Set<PoolWorker>()
  const dead = new Set<PoolWorker>()
  const make = async (): Promise<PoolWorker> => {
    const worker: PoolWorker = {
      folder: `/workers/${made.length}`,
      isAlive: () => !dead.has(worker),
      run: () => Promise.reject(new Error('This test reads nothing.')),
      isWorn: () => Promise.resolve(worn.has(worker)),
      clear: () => Promise.resolve(),
      retire: async () => {
        retired.push(worker)
      },
    }
    made.push(worker)
    return worker
  }
  return { make, made, retired, wear: worker => worn.add(worker), kill: worker => dead.add(worker) }
}

/** Occupies the only worker of the pool and records the order in which waiting callers are served. */
async function busyPool(): Promise<{
  pool: WorkerPool
  worker: PoolWorker
  order: string[]
  queue: (name: string, anonymous: boolean) => Promise<void>
}> {
  const pool = createWorkerPool(1, createWorkers().make)
  const worker = await pool.take(false, signal)
  const order: string[] = []
  const queue = async (name: string, anonymous: boolean): Promise<void> => {
    const own = await pool.take(anonymous, signal)
    order.push(name)
    await pool.giveBack(own)
  }
  return { pool, worker, order, queue }
}

test('callers without a key wait behind those with one, otherwise first come, first served', async () => {
  const { pool, worker, order, queue } = await busyPool()

  const waiting = [queue('one', true), queue('two', true), queue('key', false), queue('second key', false)]
  await pool.giveBack(worker)
  await Promise.all(waiting)

  expect(order).toEqual(['key', 'second key', 'one', 'two'])
})

test('32 callers can wait, and the next one must retry', async () => {
  const { pool, worker, order, queue } = await busyPool()
  const waiting = Array.from({ length: 32 }, (_, at) => queue(`${at}`, false))

  await expect(pool.take(false, signal)).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs: 15_000,
  })

  await pool.giveBack(worker)
  await Promise.all(waiting)
  expect(order).toHaveLength(32)
})

test('a caller that aborts is not served', async () => {
  const { pool, worker, order, queue } = await busyPool()
  const leaving = new AbortController()
  const left = pool.take(false, leaving.signal)
  const stayed = queue('stayed', false)

  leaving.abort(new Error('gone'))
  await pool.giveBack(worker)
  await stayed

  await expect(left).rejects.toThrow('gone')
  expect(order).toEqual(['stayed'])
})

test('a worn worker is replaced before the next request', async () => {
  const { make, made, retired, wear } = createWorkers()
  const pool = createWorkerPool(1, make)
  const worker = await pool.take(false, signal)

  wear(worker)
  await pool.giveBack(worker)

  expect(retired).toEqual([worker])
  expect(made).toHaveLength(2)
  expect(await pool.take(false, signal)).toBe(made[1])
})

test('waiting callers get the reason why no worker can start', async () => {
  const pool = createWorkerPool(1, () => Promise.reject(new Error('The disk is full.')))

  await expect(pool.take(false, signal)).rejects.toThrow('The disk is full.')
})

test('nothing remains when the pool closes', async () => {
  const { make, made, retired } = createWorkers()
  const pool = createWorkerPool(2, make)
  await pool.take(false, signal)

  await pool.close()

  expect(retired).toEqual(made)
})

test('a worker that died while idle is not used: another one reads the file', async () => {
  const { make, made, retired, kill } = createWorkers()
  const pool = createWorkerPool(1, make)
  const worker = await pool.take(false, signal)
  await pool.giveBack(worker)
  kill(worker)

  expect(await pool.take(false, signal)).toBe(made[1])
  expect(retired).toEqual([worker])
})
