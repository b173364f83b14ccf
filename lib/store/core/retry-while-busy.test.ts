import { expect, test, vi } from 'vitest'
import { retryWhileBusy } from './retry-while-busy.ts'

const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY_SNAPSHOT' })

test('a locked write is made again until it succeeds', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy)
  work.mockResolvedValue('done')

  expect(await retryWhileBusy(work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
})

test('a lock held for longer than its patience is reported', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(busy)

  await expect(retryWhileBusy(work, 120)).rejects.toBe(busy)

  expect(work.mock.calls.length).toBeGreaterThan(1)
})

test('any other fault is thrown at once', async () => {
  const fault = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(fault)

  await expect(retryWhileBusy(work)).rejects.toBe(fault)

  expect(work).toHaveBeenCalledTimes(1)
})
