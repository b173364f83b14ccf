import { expect, test, vi } from 'vitest'
import { retryWhileBusy } from './retry-while-busy.ts'

const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY_SNAPSHOT' })

test('a locked write is retried until it succeeds', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy)
  work.mockResolvedValue('done')

  expect(await retryWhileBusy(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
})

test('a lock held longer than the timeout is reported', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(busy)

  await expect(retryWhileBusy(work, 120)).rejects.toBe(busy)

  expect(work.mock.calls.length).toBeGreaterThan(1)
})

test('any other error is thrown immediately', async () => {
  const fault = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(fault)

  await expect(retryWhileBusy(work)).rejects.toBe(fault)

  expect(work).toHaveBeenCalledTimes(1)
})
