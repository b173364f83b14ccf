import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CircuitTicket, createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { ApiError } from '#lib/errors.ts'
import { probeCircuits } from './probe-circuits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(list: () => Promise<unknown>) {
  const circuits = createCircuits({ now: () => Date.now() })
  const asked: string[] = []
  const stop = probeCircuits({
    circuits,
    probeOf: id => {
      if (id !== 'probed') return null
      return () => {
        asked.push(id)
        return list()
      }
    },
    log: { debug: () => undefined },
  })
  return { circuits, asked, stop }
}

function open(circuits: ReturnType<typeof createCircuits>, key: string): void {
  for (let time = 0; time < 5; time++) (circuits.enter(key) as CircuitTicket).failed()
  expect(circuits.enter(key)).toBeTypeOf('number')
}

test('a list that answers closes the circuits of its provider, without a request of a client', async () => {
  const { circuits, asked } = start(() => Promise.resolve([]))
  open(circuits, 'probed/a')
  open(circuits, 'probed/b')
  open(circuits, 'other/a')

  await vi.advanceTimersByTimeAsync(15_000)

  expect(asked).toEqual(['probed'])
  expect(circuits.open().map(({ key }) => key)).toEqual(['other/a'])
})

test('while the list fails, no request of a client is the trial', async () => {
  const { circuits, asked } = start(() => Promise.reject(new ApiError('upstream_error', 'down')))
  open(circuits, 'probed/a')
  open(circuits, 'other/a')

  await vi.advanceTimersByTimeAsync(60_000)

  expect(asked).toHaveLength(4)
  expect(circuits.enter('probed/a')).toBeTypeOf('number')
  expect(circuits.enter('other/a')).not.toBeTypeOf('number')
})

test('closed circuits cost no requests, and none follow the stop', async () => {
  const { circuits, asked, stop } = start(() => Promise.resolve([]))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])

  open(circuits, 'probed/a')
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])
})
