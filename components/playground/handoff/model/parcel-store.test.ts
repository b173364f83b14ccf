import { describe, expect, test, vi } from 'vitest'
import { chromiumPath, openClientBrowser } from '#lib/client/__fixtures__/client-page.ts'
import type { Parcel } from './parcel.ts'
import { openParcelStore, parcelLifeMs, sharedParcels } from './parcel-store.ts'
import type * as ParcelStore from './parcel-store.ts'

const parcel = (text: string): Parcel => ({
  kind: 'texts',
  items: [{ text }],
  query: null,
  origin: { contract: 'embeddings', runId: null, label: '1 text from Embeddings' },
})

test('without a database a handoff arrives in the same page and expires after a day', async () => {
  let now = 1000
  const store = await openParcelStore(() => now)

  const id = await store.put(parcel('a'))

  expect(await store.get(id ?? '')).toEqual(parcel('a'))
  expect(await store.get('unknown')).toBeNull()
  now += parcelLifeMs
  expect(await store.get(id ?? '')).toBeNull()
})

test('the oldest handoffs are evicted, and one larger than the limit is rejected', async () => {
  let now = 1000
  const store = await openParcelStore(() => (now += 1))
  const large = parcel('x'.repeat(4_000_000))

  const ids = [await store.put(large), await store.put(large), await store.put(large)]

  expect(await Promise.all(ids.map(async id => (await store.get(id ?? '')) !== null))).toEqual([
    false,
    true,
    true,
  ])
  expect(await store.put(parcel('x'.repeat(11_000_000)))).toBeNull()
})

test('a database that failed to open is retried the next time', async () => {
  const refusing = { transaction: () => expect.unreachable('it is closing') }
  const open = () => {
    const opening = { result: refusing, onsuccess: () => {} }
    queueMicrotask(() => opening.onsuccess())
    return opening
  }
  vi.stubGlobal('indexedDB', { open })
  await expect(sharedParcels()).rejects.toThrow('it is closing')
  vi.unstubAllGlobals()

  const id = await (await sharedParcels()).put(parcel('a'))

  expect(id).not.toBeNull()
})

describe.skipIf(chromiumPath === undefined)('in a real browser', { timeout: 60_000 }, () => {
  test('a handoff stored in one tab opens in another, more than once, and is evicted for newer ones', async () => {
    await using browser = await openClientBrowser()
    const [first, second] = [await browser.page('parcel-store.ts'), await browser.page('parcel-store.ts')]

    const id = await first.evaluate(
      async given => (await subject.sharedParcels()).put(given),
      parcel('Tides'),
    )
    await second.reload()
    const read = () => second.evaluate(async given => (await subject.sharedParcels()).get(given ?? ''), id)

    expect(await read()).toEqual(parcel('Tides'))
    expect(await read()).toEqual(parcel('Tides'))
    await first.evaluate(async () => {
      const item = { text: 'x'.repeat(9_999_400) }
      const origin = { contract: 'chat', runId: null, label: '' }
      await (await subject.sharedParcels()).put({ kind: 'texts', items: [item], query: null, origin })
    })
    expect(await read()).toBeNull()
  })
})

declare const subject: typeof ParcelStore
