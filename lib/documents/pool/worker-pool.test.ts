import { expect, onTestFinished, test, vi } from 'vitest'
import type { PoolWorker } from './pool-worker.ts'
import { type Claim, createWorkerPool, type WorkerPool } from './worker-pool.ts'

const { signal } = new AbortController()
const keyed: Claim = { displace: null, signal }

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
  const worker = await pool.take(keyed)
  const order: string[] = []
  const queue = async (name: string, anonymous: boolean): Promise<void> => {
    const own = await pool.take({ signal, displace: anonymous ? () => undefined : null })
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

  await expect(pool.take(keyed)).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs: 15_000,
  })

  await pool.giveBack(worker)
  await Promise.all(waiting)
  expect(order).toHaveLength(32)
})

test('a caller with a key takes the place of the last one without where 32 are waiting', async () => {
  const { pool, worker, order, queue } = await busyPool()
  const waiting = Array.from({ length: 31 }, (_, at) => queue(`${at}`, true))
  const last = Promise.allSettled([queue('last', true)])

  const served = queue('key', false)
  await pool.giveBack(worker)
  await Promise.all([served, ...waiting])

  expect(await last).toMatchObject([{ status: 'rejected', reason: { code: 'rate_limit_exceeded' } }])
  expect(order).toEqual(['key', ...Array.from({ length: 31 }, (_, at) => `${at}`)])
})

test('a caller that aborts is not served', async () => {
  const { pool, worker, order, queue } = await busyPool()
  const leaving = new AbortController()
  const left = pool.take({ displace: null, signal: leaving.signal })
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
  const worker = await pool.take(keyed)

  wear(worker)
  await pool.giveBack(worker)

  expect(retired).toEqual([worker])
  expect(made).toHaveLength(2)
  expect(await pool.take(keyed)).toBe(made[1])
})

test('waiting callers get the reason why no worker can start', async () => {
  const pool = createWorkerPool(1, () => Promise.reject(new Error('The disk is full.')))

  await expect(pool.take(keyed)).rejects.toThrow('The disk is full.')
})

test('nothing remains when the pool closes', async () => {
  const { make, made, retired } = createWorkers()
  const pool = createWorkerPool(2, make)
  await pool.take(keyed)

  await pool.close()

  expect(retired).toEqual(made)
})

test('a worker that died while idle is not used: another one reads the file', async () => {
  const { make, made, retired, kill } = createWorkers()
  const pool = createWorkerPool(1, make)
  const worker = await pool.take(keyed)
  await pool.giveBack(worker)
  kill(worker)

  expect(await pool.take(keyed)).toBe(made[1])
  expect(retired).toEqual([worker])
})

/** A pool whose workers all read files without a key, and the files that were displaced. */
async function anonymousPool(size: number) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const pool = createWorkerPool(size, createWorkers().make)
  const displaced: string[] = []
  const workers = new Map<string, PoolWorker>()
  const read = async (name: string, displacements = 0): Promise<void> => {
    const worker = await pool.take({ signal, displacements, displace: () => displaced.push(name) })
    workers.set(name, worker)
  }
  const end = async (name: string): Promise<void> => {
    const worker = workers.get(name)
    if (worker === undefined) throw new Error(`${name} is not being read.`)
    workers.delete(name)
    await pool.giveBack(worker)
  }
  for (let at = 0; at < size; at += 1) await read(`file ${at}`)
  return { pool, displaced, workers, read, end }
}

test('a file with a key that finds only work without keys displaces the youngest after a second', async () => {
  const { pool, displaced, end } = await anonymousPool(2)
  const served = pool.take(keyed)

  await vi.advanceTimersByTimeAsync(999)
  expect(displaced).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(displaced).toEqual(['file 1'])

  await end('file 1')
  expect((await served).folder).toBe('/workers/1')
})

test('work with a key is never displaced, and neither is work beside it', async () => {
  const { pool, displaced, end } = await anonymousPool(2)
  await end('file 1')
  await pool.take(keyed)

  void pool.take(keyed)
  void pool.take({ signal, displace: () => undefined })
  await vi.advanceTimersByTimeAsync(60_000)

  expect(displaced).toEqual([])
})

test('a displaced file is read before other files without a key, even if the queue is full', async () => {
  const { pool, workers, read, end } = await anonymousPool(1)
  const served = pool.take(keyed)
  const others = Array.from({ length: 31 }, (_, at) => read(`other ${at}`))
  await vi.advanceTimersByTimeAsync(1000)
  await end('file 0')
  const again = read('file 0', 1)

  await pool.giveBack(await served)
  await again

  expect([...workers.keys()]).toEqual(['file 0'])
  for (let at = 0; at < 31; at += 1) await end([...workers.keys()][0] ?? '')
  await Promise.all(others)
})

test('a displaced file that waits too long gets an error that says why', async () => {
  const { pool, read, end } = await anonymousPool(1)
  await end('file 0')
  await pool.take(keyed)
  const failure = read('file 0', 1).catch((error: unknown) => error)

  await vi.advanceTimersByTimeAsync(120_000)

  expect(await failure).toMatchObject({
    code: 'rate_limit_exceeded',
    message: expect.stringContaining('send an API key') as string,
  })
})
