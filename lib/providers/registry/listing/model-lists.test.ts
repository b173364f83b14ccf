import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedModel } from '#lib/providers/listed-model.ts'
import { ModelLists, toPublicId } from './model-lists.ts'
import type { Provider } from '#lib/providers/registry/provider.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A provider that returns the next of these. */
function providerOf(id: string, ...answers: readonly (readonly ListedModel[] | Error)[]) {
  const queue = [...answers]
  let asked = 0
  const provider: Provider = {
    id,
    list: () => {
      asked++
      const answer = queue.shift() ?? []
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
  return { provider, asked: () => asked }
}

const model = (id: string): ListedModel => ({ id, kind: 'chat' })

test('a list is cached for ten minutes, then served once more while it is refreshed', async () => {
  const lists = new ModelLists()
  const { provider, asked } = providerOf('acme', [model('a')], [model('b')])

  expect(await lists.read(provider)).toEqual([model('a')])
  vi.advanceTimersByTime(9 * 60_000)
  expect(await lists.read(provider)).toEqual([model('a')])
  expect(asked()).toBe(1)
  vi.advanceTimersByTime(61_000)
  expect(await lists.read(provider)).toEqual([model('a')])
  await vi.waitFor(() => expect(lists.latest(provider)).toEqual([model('b')]))
  expect(await lists.read(provider)).toEqual([model('b')])
  expect(asked()).toBe(2)
})

test('a provider that is down delays only the first reader and is retried after 15 s', async () => {
  const lists = new ModelLists()
  let fail: (error: Error) => void = () => undefined
  let asked = 0
  const provider: Provider = {
    id: 'acme',
    list: () => {
      asked++
      return new Promise((_, reject) => (fail = reject))
    },
  }

  const first = lists.read(provider)
  const second = lists.read(provider)
  fail(new Error('down'))
  expect(await Promise.all([first, second])).toEqual([[], []])
  vi.advanceTimersByTime(14_000)
  await lists.read(provider)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(2000)
  // Still pending, yet no reader waits.
  expect(await lists.read(provider)).toEqual([])
  expect(await lists.read(provider)).toEqual([])

  expect(asked).toBe(2)
})

test('a failed list leaves the last one', async () => {
  const lists = new ModelLists()
  const { provider } = providerOf('acme', [model('a')], new Error('down'))

  await lists.read(provider)
  vi.advanceTimersByTime(601_000)
  await lists.read(provider)

  expect(await lists.read(provider)).toEqual([model('a')])
})

test('the embedded engine is queried every time: its models change', async () => {
  const lists = new ModelLists()
  const { provider } = providerOf('local', [model('local/a')], [model('local/a'), model('local/b')])

  await lists.read(provider)

  expect((await lists.read(provider)).length).toBe(2)
})

test('a provider without a list has none', async () => {
  expect(await new ModelLists().read({ id: 'acme' })).toEqual([])
  expect(new ModelLists().latest({ id: 'acme' })).toEqual([])
})

test('public ids contain the provider once', () => {
  expect(toPublicId('local', 'local/qwen')).toBe('local/qwen')
  expect(toPublicId('local', 'qwen')).toBe('local/qwen')
  expect(toPublicId('openrouter', 'openrouter/auto')).toBe('openrouter/openrouter/auto')
})
