import { expect, test } from 'vitest'
import { createCallQueue, type CallQueue } from './call-queue.ts'

test('calls of one model run in parallel up to the limit; the next one waits and gets its position', async () => {
  const queue = createCallQueue({ limit: 10, parallel: 2 })
  const [first, second, third] = [enter(queue), enter(queue), enter(queue)]
  await settle()
  expect([first.state, second.state, third.state]).toEqual(['in', 'in', 'waiting'])
  expect(third.positions).toEqual([1])

  first.leave()
  await settle()
  expect(third.state).toBe('in')
})

test('another model waits until the calls of the first one end', async () => {
  const queue = createCallQueue({ limit: 10, parallel: 2 })
  const first = enter(queue, { model: 'a' })
  const other = enter(queue, { model: 'b' })
  const later = enter(queue, { model: 'a' })
  await settle()
  expect([first.state, other.state, later.state]).toEqual(['in', 'waiting', 'waiting'])

  first.leave()
  await settle()
  expect([other.state, later.state]).toEqual(['in', 'waiting'])
})

test('a key with many calls does not block the others', async () => {
  const queue = createCallQueue({ limit: 10, parallel: 1 })
  const running = enter(queue, { key: 'busy' })
  const busy = [enter(queue, { key: 'busy' }), enter(queue, { key: 'busy' })]
  const guest = enter(queue, { key: 'guest' })
  await settle()
  expect(guest.positions.at(-1)).toBe(1)

  running.leave()
  await settle()
  expect([guest.state, ...busy.map(call => call.state)]).toEqual(['in', 'waiting', 'waiting'])

  guest.leave()
  await settle()
  expect(busy.map(call => call.state)).toEqual(['in', 'waiting'])
})

test('positions are reported when they change', async () => {
  const queue = createCallQueue({ limit: 10, parallel: 1 })
  const calls = [enter(queue), enter(queue), enter(queue)]
  await settle()
  calls[0]?.leave()
  await settle()
  calls[1]?.leave()
  await settle()

  expect(calls.map(call => call.positions)).toEqual([[], [1], [2, 1]])
})

test('an aborted call frees its position immediately and never starts', async () => {
  const queue = createCallQueue({ limit: 10, parallel: 1 })
  const running = enter(queue)
  const gone = enter(queue)
  const last = enter(queue)
  await settle()
  gone.abort()
  await settle()
  expect(gone.state).toBe('refused')
  expect(last.positions.at(-1)).toBe(1)

  running.leave()
  await settle()
  expect([gone.state, last.state]).toEqual(['refused', 'in'])
})

test('a full queue rejects with a retry delay', async () => {
  const queue = createCallQueue({ limit: 2, parallel: 1 })
  const running = enter(queue)
  enter(queue)
  enter(queue)
  const fourth = enter(queue)
  await settle()

  expect(fourth.error).toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 5000 })
  expect(queue.waiting).toBe(2)
  running.leave()
  await settle()
  expect(queue.waiting).toBe(1)
})

test('releasing a slot twice frees one slot', async () => {
  const queue = createCallQueue({ limit: 10, parallel: 1 })
  const first = enter(queue)
  const second = enter(queue)
  const third = enter(queue)
  await settle()
  first.leave()
  first.leave()
  await settle()

  expect([second.state, third.state]).toEqual(['in', 'waiting'])
})

interface TestCall {
  state: 'waiting' | 'in' | 'refused'
  error: unknown
  readonly positions: number[]
  leave: () => void
  abort: () => void
}

function enter(queue: CallQueue, { model = 'a', key = 'k' } = {}): TestCall {
  const stop = new AbortController()
  const call: TestCall = {
    state: 'waiting',
    error: null,
    positions: [],
    leave: () => undefined,
    abort: () => stop.abort(new Error('left')),
  }
  queue
    .enter({ model, key, signal: stop.signal, onPosition: position => call.positions.push(position) })
    .then(
      leave => {
        call.state = 'in'
        call.leave = leave
      },
      (error: unknown) => {
        call.state = 'refused'
        call.error = error
      },
    )
  return call
}

async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
}
