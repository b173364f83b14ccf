import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { keyed, list, registryOf, vllm } from '#lib/providers/transport/__fixtures__/test-registry.ts'
import { findRetired } from './find-unresolved.ts'
import { isRetired, lastRetirement } from './retirement.ts'

const openai = { vendor: 'openai' }

describe('the day of a shutdown', () => {
  test('is that of the list of the vendor, else that of the catalog', () => {
    const model = { provider: openai, upstreamId: 'whisper-1' }

    expect(lastRetirement([{ ...model, facts: { retires: '2027-01-15' } }])).toBe('2027-01-15')
    expect(lastRetirement([model])).toBe('2027-02-26')
    expect(lastRetirement([{ provider: { vendor: 'other' }, upstreamId: 'whisper-1' }])).toBeUndefined()
  })

  test('of several deployments is that of the last, if all of them have one', () => {
    const first = { provider: openai, upstreamId: 'a', facts: { retires: '2027-01-15' } }
    const last = { provider: openai, upstreamId: 'b', facts: { retires: '2027-03-01' } }

    expect(lastRetirement([last, first])).toBe('2027-03-01')
    expect(lastRetirement([last, { provider: {}, upstreamId: 'c' }])).toBeUndefined()
  })

  test('begins at midnight UTC', () => {
    const midnight = Date.UTC(2027, 1, 26)

    expect([isRetired('2027-02-26', midnight - 1), isRetired('2027-02-26', midnight)]).toEqual([false, true])
  })
})

describe('the registry', () => {
  test('lists the day, from the list of the provider and from the catalog, and no invalid one', async () => {
    const { registry } = registryOf(
      [keyed('openai')],
      [],
      [
        list(
          { id: 'gpt-7', shutdown_date: '2028-05-01' },
          { id: 'whisper-1', shutdown_date: null },
          { id: 'gpt-6-sol', shutdown_date: 'soon' },
        ),
      ],
    )

    const days = new Map((await registry.list()).map(model => [model.id, model.shutdown_date]))

    expect(days.get('openai/gpt-7')).toBe('2028-05-01')
    expect(days.get('openai/whisper-1')).toBe('2027-02-26')
    expect(days.get('openai/gpt-6-sol')).toBeUndefined()
  })

  test('lists every provider of the deployments of a model, and what the vendor recommends instead of it', async () => {
    const entry = {
      provider: 'openai',
      upstream: 'gpt-4o-mini-transcribe',
      kind: 'speech',
      fallbacks: [],
    } as const
    const ways = ['openai', 'my-vllm'].map(provider => ({ provider, upstream: 'a', weight: 1, tier: 0 }))
    const { registry } = registryOf(
      [keyed('openai'), vllm],
      [
        { ...entry, id: 'gone' },
        { ...entry, id: 'both', deployments: ways },
      ],
      [list(), list()],
    )

    const listed = await registry.list()

    expect(listed.find(({ id }) => id === 'gone')).toMatchObject({
      shutdown_date: '2027-02-26',
      successor: 'openai/gpt-transcribe',
    })
    expect(listed.find(({ id }) => id === 'gone')?.providers).toBeUndefined()
    expect(listed.find(({ id }) => id === 'both')?.providers).toEqual(['openai', 'my-vllm'])
  })

  test('offers no transcriber that its vendor has shut down', async () => {
    const { registry } = registryOf([keyed('openai')])
    const before = await registry.transcribers()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 1, 26) })
    onTestFinished(() => void vi.useRealTimers())

    expect(before.slice(0, 2)).toEqual(['openai/whisper-1', 'openai/gpt-transcribe'])
    expect(await registry.transcribers()).not.toContain('openai/whisper-1')
    expect(await registry.transcribers()).toContain('openai/gpt-transcribe')
  })

  test('finds the default models that their vendor has shut down', () => {
    const { registry } = registryOf([keyed('openai'), vllm])
    const chosen = { chat: 'openai/gpt-5', speech: 'openai/whisper-1', embeddings: 'nobody/model' }

    expect(findRetired(registry, chosen, Date.UTC(2026, 10, 24))).toEqual(new Map())
    expect(findRetired(registry, chosen, Date.UTC(2026, 11, 24))).toEqual(
      new Map([['chat', 'The vendor of `openai/gpt-5` shut it down on 2026-12-11. Choose another model.']]),
    )
  })
})

test('an alias is listed with the facts of its model and resolves to it', async () => {
  const { registry } = registryOf([vllm], [], [list({ id: 'qwen3-32b', max_model_len: 32_768 })], null, {
    fast: 'my-vllm/qwen3-32b',
    lost: 'my-vllm/absent',
  })

  const listed = await registry.list()

  expect(listed.find(({ id }) => id === 'fast')).toMatchObject({
    alias_of: 'my-vllm/qwen3-32b',
    context_window: 32_768,
    owned_by: 'my-vllm',
  })
  // Its provider serves it, perhaps, without a word in its list.
  expect(listed.find(({ id }) => id === 'lost')).toMatchObject({ alias_of: 'my-vllm/absent' })
  expect(registry.resolve('fast').publicId).toBe('my-vllm/qwen3-32b')
})
