import { expect, onTestFinished, test, vi } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { createColumnRuns } from './column-runs.ts'
import type { LiveRun } from './live-runs.ts'

const started: Run = {
  id: 'run_1',
  state: 'running',
  request: { method: 'POST', path: '/p', body: '{}' },
  response: null,
  events: [],
  timing: { startedAt: 0, firstMs: null, totalMs: null },
  failure: null,
}

function openRuns() {
  vi.useFakeTimers()
  const columns = new Map<string, LiveRun>()
  const listeners = new Set<() => void>()
  const runs = createColumnRuns(
    {
      readColumn: id => columns.get(id) ?? null,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    ['a', 'b'],
  )
  const report = vi.fn<() => void>()
  const stop = runs.subscribe(report)
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
  return {
    runs,
    report,
    put: (id: string, change: Partial<Run> = {}) => {
      columns.set(id, { run: { ...started, id: `run_${id}`, ...change } } as LiveRun)
      for (const listener of listeners) listener()
    },
  }
}

test('the start and the end of each column are reported immediately', () => {
  const { runs, report, put } = openRuns()

  put('b')
  expect(runs.read().map(live => live?.run.state ?? null)).toEqual([null, 'running'])
  put('a')
  put('b', { state: 'done' })

  expect(report).toHaveBeenCalledTimes(3)
})

test('events of several running columns are reported together, a few times per second', () => {
  const { report, put } = openRuns()
  put('a')
  put('b')
  report.mockClear()

  for (let event = 0; event < 10; event += 1) {
    put('a')
    put('b')
  }
  expect(report).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)

  expect(report).toHaveBeenCalledOnce()
})

test('the same runs are the same list', () => {
  const { runs, put } = openRuns()
  put('a')

  expect(runs.read()).toBe(runs.read())
})
