import { expect, test } from 'vitest'
import type { Seat } from './pool/seat.ts'
import { createLane, type Lane } from './pool/pool.ts'

const { signal } = new AbortController()

function createSeats(): {
  make: () => Promise<Seat>
  made: Seat[]
  retired: Seat[]
  wear: (seat: Seat) => void
  kill: (seat: Seat) => void
} {
  const made: Seat[] = []
  const retired: Seat[] = []
  const worn = new Set<Seat>()
  const dead = new Set<Seat>()
  const make = async (): Promise<Seat> => {
    const seat: Seat = {
      folder: `/seats/${made.length}`,
      isAlive: () => !dead.has(seat),
      run: () => Promise.reject(new Error('This test reads nothing.')),
      isWorn: () => Promise.resolve(worn.has(seat)),
      clear: () => Promise.resolve(),
      retire: async () => {
        retired.push(seat)
      },
    }
    made.push(seat)
    return seat
  }
  return { make, made, retired, wear: seat => worn.add(seat), kill: seat => dead.add(seat) }
}

/** Occupies the only worker of the pool and records the order in which waiting callers are served. */
async function busyLane(): Promise<{
  lane: Lane
  seat: Seat
  order: string[]
  queue: (name: string, anonymous: boolean) => Promise<void>
}> {
  const lane = createLane(1, createSeats().make)
  const seat = await lane.take(false, signal)
  const order: string[] = []
  const queue = async (name: string, anonymous: boolean): Promise<void> => {
    const own = await lane.take(anonymous, signal)
    order.push(name)
    await lane.giveBack(own)
  }
  return { lane, seat, order, queue }
}

test('callers without a key wait behind those with one, otherwise first come, first served', async () => {
  const { lane, seat, order, queue } = await busyLane()

  const waiting = [queue('one', true), queue('two', true), queue('key', false), queue('second key', false)]
  await lane.giveBack(seat)
  await Promise.all(waiting)

  expect(order).toEqual(['key', 'second key', 'one', 'two'])
})

test('32 callers can wait, and the next one must retry', async () => {
  const { lane, seat, order, queue } = await busyLane()
  const waiting = Array.from({ length: 32 }, (_, at) => queue(`${at}`, false))

  await expect(lane.take(false, signal)).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs: 15_000,
  })

  await lane.giveBack(seat)
  await Promise.all(waiting)
  expect(order).toHaveLength(32)
})

test('a caller that aborts is not served', async () => {
  const { lane, seat, order, queue } = await busyLane()
  const leaving = new AbortController()
  const left = lane.take(false, leaving.signal)
  const stayed = queue('stayed', false)

  leaving.abort(new Error('gone'))
  await lane.giveBack(seat)
  await stayed

  await expect(left).rejects.toThrow('gone')
  expect(order).toEqual(['stayed'])
})

test('a worn worker is replaced before the next request', async () => {
  const { make, made, retired, wear } = createSeats()
  const lane = createLane(1, make)
  const seat = await lane.take(false, signal)

  wear(seat)
  await lane.giveBack(seat)

  expect(retired).toEqual([seat])
  expect(made).toHaveLength(2)
  expect(await lane.take(false, signal)).toBe(made[1])
})

test('waiting callers get the reason why no worker can start', async () => {
  const lane = createLane(1, () => Promise.reject(new Error('The disk is full.')))

  await expect(lane.take(false, signal)).rejects.toThrow('The disk is full.')
})

test('nothing remains when the pool closes', async () => {
  const { make, made, retired } = createSeats()
  const lane = createLane(2, make)
  await lane.take(false, signal)

  await lane.close()

  expect(retired).toEqual(made)
})

test('a worker that died while idle is not used: another one reads the file', async () => {
  const { make, made, retired, kill } = createSeats()
  const lane = createLane(1, make)
  const seat = await lane.take(false, signal)
  await lane.giveBack(seat)
  kill(seat)

  expect(await lane.take(false, signal)).toBe(made[1])
  expect(retired).toEqual([seat])
})
