import { describe, expect, test, vi } from 'vitest'
import { chromiumPath, openClientBrowser } from '#lib/client/__fixtures__/client-page.ts'
import type { Handoff } from './handoff.ts'
import { openHandoffStore, handoffLifeMs, sharedHandoffs } from './handoff-store.ts'
import type * as HandoffStore from './handoff-store.ts'

const handoff = (text: string): Handoff => ({
  kind: 'texts',
  items: [{ text }],
  query: null,
  origin: { contract: 'embeddings', runId: null, label: '1 text from Embeddings' },
})

test('without a database a handoff arrives in the same page and expires after a day', async () => {
  let now = 1000
  const store = await openHandoffStore(() => now)

  const id = await store.put(handoff('a'))

  expect(await store.get(id ?? '')).toEqual(handoff('a'))
  expect(await store.get('unknown')).toBeNull()
  now += handoffLifeMs
  expect(await store.get(id ?? '')).toBeNull()
})

test('the oldest handoffs are evicted, and one larger than the limit is rejected', async () => {
  let now = 1000
  const store = await openHandoffStore(() => (now += 1))
  const large = handoff('x'.repeat(4_000_000))

  const ids = [await store.put(large), await store.put(large), await store.put(large)]

  expect(await Promise.all(ids.map(async id => (await store.get(id ?? '')) !== null))).toEqual([
    false,
    true,
    true,
  ])
  expect(await store.put(handoff('x'.repeat(11_000_000)))).toBeNull()
})

test('a database that failed to open is retried the next time', async () => {
  const refusing = { transaction: () => expect.unreachable('it is closing') }
  const open = () => {
    const opening = { result: refusing, onsuccess: () => {} }
    queueMicrotask(() => opening.onsuccess())
    return opening
  }
  vi.stubGlobal('indexedDB', { open })
  await expect(sharedHandoffs()).rejects.toThrow('it is closing')
  vi.unstubAllGlobals()

  const id = await (await sharedHandoffs()).put(handoff('a'))

  expect(id).not.toBeNull()
})

describe.skipIf(chromiumPath === undefined)('in a real browser', { timeout: 60_000 }, () => {
  test('a handoff stored in one tab opens in another, more than once, and is evicted for newer ones', async () => {
    await using browser = await openClientBrowser()
    const [first, second] = [
      await browser.page('components/playground/handoff/model/handoff-store.ts'),
      await browser.page('components/playground/handoff/model/handoff-store.ts'),
    ]

    const id = await first.evaluate(
      async given => (await subject.sharedHandoffs()).put(given),
      handoff('Tides'),
    )
    await second.reload()
    const read = () => second.evaluate(async given => (await subject.sharedHandoffs()).get(given ?? ''), id)

    expect(await read()).toEqual(handoff('Tides'))
    expect(await read()).toEqual(handoff('Tides'))
    await first.evaluate(async () => {
      const item = { text: 'x'.repeat(9_999_400) }
      const origin = { contract: 'chat', runId: null, label: '' }
      await (await subject.sharedHandoffs()).put({ kind: 'texts', items: [item], query: null, origin })
    })
    expect(await read()).toBeNull()
  })
})

declare const subject: typeof HandoffStore
