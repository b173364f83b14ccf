import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEntry } from '#lib/models/__fixtures__/small-model.ts'
import type { ChatEntry } from '#lib/models/catalog-entry.ts'
import type { ChatRunner } from '#lib/models/llama/chat-runner.ts'
import { createResident, type LoadingState } from './resident.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [small, large] = [createEntry([], 'local/small'), createEntry([], 'local/large')]

test('a model is loaded once and stays in memory', async () => {
  const { resident, events } = create()
  const first = await resident.use(small)
  const second = await resident.use(small)

  expect(events).toEqual(['load local/small'])
  expect(second.loadMs).toBe(0)
  expect(first.runner).toBe(second.runner)
  expect(resident.loaded).toEqual({ id: 'local/small', runner: first.runner })
})

test('two calls during loading share the load', async () => {
  const { resident, events } = create()
  await Promise.all([resident.use(small), resident.use(small)])

  expect(events).toEqual(['load local/small'])
})

test('another model is loaded only after the first is unloaded', async () => {
  const { resident, events } = create()
  const use = await resident.use(small)
  use[Symbol.dispose]()
  await resident.use(large)

  expect(events).toEqual(['load local/small', 'dispose local/small', 'load local/large'])
  expect(resident.loaded?.id).toBe('local/large')
})

test('it is unloaded after the idle time, but not while in use', async () => {
  const { resident, events } = create()
  const first = await resident.use(small)
  await vi.advanceTimersByTimeAsync(5000)
  expect(events).toEqual(['load local/small'])

  first[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(900)
  const second = await resident.use(small)
  await vi.advanceTimersByTimeAsync(5000)
  expect(events).toEqual(['load local/small'])

  second[Symbol.dispose]()
  await vi.advanceTimersByTimeAsync(1100)
  expect(events).toEqual(['load local/small', 'dispose local/small'])
  expect(resident.loaded).toBe(null)
})

test('calls that wait for the load learn how far it is, and why it is needed', async () => {
  const { resident } = create()
  const seen: string[] = []
  const note = ({ share, reason }: LoadingState) => void seen.push(`${share} ${reason}`)
  const first = await resident.use(small, note)
  await resident.use(small, note)
  first[Symbol.dispose]()
  await resident.use(large, note)

  expect(seen).toEqual([
    '0 first_use',
    '0.5 first_use',
    '0 replaced_another_model',
    '0.5 replaced_another_model',
  ])
})

test('with too little memory it is not loaded, and the error has the figures', async () => {
  const { resident, events } = create({ freeBytes: 999 })

  await expect(resident.use({ ...small, memoryBytes: 2_300_000_000 })).rejects.toThrow(
    expect.objectContaining({
      code: 'model_unavailable',
      message: expect.stringMatching(/2\.3 GB .* 0\.0 GB/),
    }),
  )
  expect(events).toEqual([])
})

test('a failed load is retried by the next call', async () => {
  const { resident, events } = create({ failures: 1 })
  await expect(resident.use(small)).rejects.toThrow('load failed')
  await resident.use(small)

  expect(events).toEqual(['load local/small', 'load local/small'])
})

test('a model in use cannot be unloaded manually, an unused one can', async () => {
  const { resident, events } = create()
  const use = await resident.use(small)
  expect(await resident.unload(small.id)).toBe(false)
  expect(await resident.unload(large.id)).toBe(true)

  use[Symbol.dispose]()
  expect(await resident.unload(small.id)).toBe(true)
  expect(events.at(-1)).toBe('dispose local/small')
})

function create({ freeBytes = 1_000_000, failures = 0 } = {}) {
  const events: string[] = []
  let left = failures
  const load = async ({ id }: ChatEntry, onProgress: (share: number) => void): Promise<ChatRunner> => {
    events.push(`load ${id}`)
    onProgress(0.5)
    left -= 1
    if (left >= 0) throw new Error('load failed')
    return {
      contextTokens: 4096,
      parallel: 1,
      promptTokensPerSecond: 100,
      answer: () => {
        throw new Error('not asked here')
      },
      countTokens: () => Promise.reject(new Error('not asked here')),
      dispose: async () => void events.push(`dispose ${id}`),
    }
  }
  return { resident: createResident({ load, idleMs: 1000, freeMemoryBytes: () => freeBytes }), events }
}
