import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostGate } from './host-gate.ts'

const gapMs = 10_000
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('one page waits for a gap, not for all the pages of a crawl that keeps gaps', async () => {
  const gate = new HostGate()
  const entered: string[] = []
  const enter = (name: string, ms: number) => gate.enter(ms, signal).then(() => entered.push(name))
  const crawl = ['first', 'second', 'third'].map(name => enter(name, gapMs))
  const pages = ['page', 'next page'].map(name => enter(name, 0))

  await vi.advanceTimersByTimeAsync(gapMs)
  expect(entered).toEqual(['first', 'page', 'next page', 'second'])
  await vi.advanceTimersByTimeAsync(gapMs)
  expect(entered.at(-1)).toBe('third')

  await Promise.all([...crawl, ...pages])
})
