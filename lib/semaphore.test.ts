import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('concurrency stays within the limit, and all work completes', async () => {
  const semaphore = new Semaphore({ atOnce: 2 })
  let running = 0
  let most = 0
  const work = async (number: number) => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    return number
  }

  const done = await Promise.all([1, 2, 3, 4, 5, 6].map(number => semaphore.run(() => work(number))))

  expect(done).toEqual([1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
  expect(semaphore.idle).toBe(true)
})

test('failed work releases its slot', async () => {
  const semaphore = new Semaphore({ atOnce: 1 })
  const failed = semaphore.run(() => Promise.reject(new Error('no')))
  const next = semaphore.run(() => Promise.resolve('yes'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await semaphore.run(() => Promise.resolve('later'))).toBe('later')
})

test('a full queue refuses more work', async () => {
  const semaphore = new Semaphore({ atOnce: 1, queue: { max: 1, full: () => new Error('full') } })
  const held = Promise.withResolvers<void>()
  const running = semaphore.run(() => held.promise)
  const waiting = semaphore.run(() => Promise.resolve())

  await expect(semaphore.run(() => Promise.resolve())).rejects.toThrow('full')

  held.resolve()
  await Promise.all([running, waiting])
})

test('an owner with a full share of the queue is refused, and another still waits', async () => {
  const queue = { max: 9, maxEach: 1, full: () => new Error('full') }
  const semaphore = new Semaphore({ atOnce: 1, queue })
  const held = Promise.withResolvers<void>()
  const done: string[] = []
  const ask = (owner: string) => semaphore.run(async () => void done.push(owner), undefined, owner)
  const running = semaphore.run(() => held.promise, undefined, 'one')
  const waiting = ask('one')

  await expect(ask('one')).rejects.toThrow('full')
  const other = ask('other')

  held.resolve()
  await Promise.all([running, waiting, other])
  await ask('one')
  expect(done).toEqual(['one', 'other', 'one'])
})

test('work that is aborted while waiting never starts, and the others keep their order', async () => {
  const semaphore = new Semaphore({ atOnce: 1 })
  const held = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const started: string[] = []
  const start = async (name: string) => void started.push(name)
  const running = semaphore.run(() => held.promise)

  const first = semaphore.run(() => start('first'))
  const left = semaphore.run(() => start('left'), leaving.signal)
  const last = semaphore.run(() => start('last'), new AbortController().signal)
  leaving.abort(new Error('gone'))

  await expect(left).rejects.toThrow('gone')
  await expect(semaphore.run(() => start('late'), leaving.signal)).rejects.toThrow('gone')
  held.resolve()
  await Promise.all([running, first, last])
  expect(started).toEqual(['first', 'last'])
})
