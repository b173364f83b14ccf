import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('no more run at once than may, and all get their turn', async () => {
  const turns = createTurns({ atOnce: 2, waitingMax: 10 })
  let running = 0
  let most = 0
  const work = async (number: number) => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    return number
  }

  const done = await Promise.all([1, 2, 3, 4, 5, 6].map(number => turns.take(() => work(number))))

  expect(done).toEqual([1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
})

test('a failure gives its turn on', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 1 })
  const failed = turns.take(() => Promise.reject(new Error('no')))
  const next = turns.take(() => Promise.resolve('yes'))

  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await turns.take(() => Promise.resolve('later'))).toBe('later')
})

test('who finds too many waiting is told to come back', async () => {
  const turns = createTurns({ atOnce: 1, waitingMax: 1 })
  const held = Promise.withResolvers<void>()
  const running = turns.take(() => held.promise)
  const waiting = turns.take(() => Promise.resolve())

  await expect(turns.take(() => Promise.resolve())).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfterMs: 2000,
  })

  held.resolve()
  await Promise.all([running, waiting])
})
