import { expect, test, vi, describe } from 'vitest'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { pageRun, scriptedSend, rowOf } from './__fixtures__/pages.ts'
import { stateOfRow, isRead } from './scrape-row.ts'
import { readSavedDraft } from '#components/playground/layout/model/persisted-draft.ts'
import { createScrapeSession, openEntry, toEntry } from './scrape-session.ts'
import { emptyScrape, writeAddresses } from './scrape-state.ts'
import { createScrapeStore } from './scrape-store.ts'

const [a, b] = ['https://a.example/', 'https://b.example/']

function openTab(entries = new Map<string, HistoryEntry>(), kept = new Map<string, string>()) {
  const { send, sent } = scriptedSend()
  let ids = 0
  const newId = () => `entry-${kept.size}-${(ids += 1)}`
  const store = createScrapeStore({ initial: emptyScrape, path: '/v1/web', newId, now: () => 7, send })
  const history = {
    get: async (id: string) => entries.get(id) ?? null,
    save: async (entry: HistoryEntry) => {
      entries.set(entry.id, structuredClone(entry))
      return entry
    },
  }
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const session = createScrapeSession({ store, history: async () => history, storage: () => storage })
  return { store, sent, session, entries, kept, states: () => store.read().rows.map(stateOfRow) }
}

test('a reload restores URLs, invalid lines included, and every page', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.store.update(state => writeAddresses(state, `${a}\nnot one\n${b}`))
  tab.store.run()
  tab.sent[0]?.end(pageRun(a))
  tab.session.close()
  await expect.poll(() => tab.entries.size).toBe(1)

  const again = openTab(tab.entries, tab.kept)
  await again.session.start({ fragment: '' })

  expect(again.store.read()).toMatchObject({ text: `${a}\nnot one\n${b}`, restored: true })
  expect(again.states()[0]).toBe('done')
  expect(again.sent).toHaveLength(0)
})

test('a retried page is stored in its history entry', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.store.update(state => writeAddresses(state, a))
  tab.store.run()
  tab.sent[0]?.end({ state: 'stopped' })
  tab.store.retry(0)
  tab.sent[1]?.end(pageRun(a))

  await expect.poll(() => [...tab.entries.values()].map(({ runs }) => runs[0]?.state)).toEqual(['done'])
})

test('a handoff replaces the current state and can be undone', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.store.update(state => writeAddresses(state, a))
  tab.store.run()
  tab.sent[0]?.end(pageRun(a))
  const origin = { contract: 'map', runId: null, label: '1 link from Map' }

  const undo = tab.session.openHandoff({
    contract: 'scrape',
    body: { model: 'scrape', params: { url: b } },
    origin,
  })

  expect(tab.store.read()).toMatchObject({ text: b, rows: [], origin })
  undo()
  expect(tab.store.read()).toMatchObject({ text: a, origin: null })
  expect(tab.states()).toEqual(['done'])
})

test('a new batch starts empty and stops running requests', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.store.update(state => writeAddresses(state, a))
  tab.store.run()

  tab.session.startNew()

  expect(tab.store.read()).toEqual(emptyScrape)
  await expect.poll(() => [...tab.entries.values()].map(({ runs }) => runs[0]?.state)).toEqual(['stopped'])
})

test("a pasted link takes precedence over the tab's state", async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.store.update(state => writeAddresses(state, a))
  tab.session.close()

  const again = openTab(tab.entries, tab.kept)
  await again.session.start({ fragment: '#v1.other' })

  expect(again.store.read()).toEqual(emptyScrape)
})

test('pages can be read without browser storage, or when it is full', async () => {
  const { send } = scriptedSend()
  const store = createScrapeStore({ initial: emptyScrape, path: '/v1/web', newId: () => 'id', send })
  const full = {
    getItem: () => null,
    setItem: vi.fn<() => void>().mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    }),
  }
  for (const storage of [() => null, () => full]) {
    const session = createScrapeSession({
      store,
      history: async () => ({ get: async () => null, save: async entry => entry }),
      storage,
    })
    await session.start({ fragment: '' })
    store.update(state => writeAddresses(state, a))
    session.close()
  }
  expect(full.setItem).toHaveBeenCalledTimes(2)
})

test('runs reach the history when the tab can store nothing at all', async () => {
  const kept = new Map<string, string>()
  kept.set = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const tab = openTab(new Map(), kept)
  await tab.session.start({ fragment: '' })
  tab.store.update(state => writeAddresses(state, a))
  tab.store.run()
  tab.sent[0]?.end(pageRun(a))
  tab.session.flush()

  await expect.poll(() => [...tab.entries.values()].map(({ runs }) => runs[0]?.state)).toEqual(['done'])
})

test('a draft is restored with its other URLs and its origin', () => {
  const draft = {
    contract: 'scrape',
    body: { model: 'scrape', params: { url: 'https://a.example/' } },
    others: [{ model: 'scrape', params: { url: 'https://b.example/' } }],
    origin: { contract: 'scrape', runId: null, label: '2 links from Map' },
  }

  expect(readSavedDraft('scrape', JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test('an invalid draft gives null, and invalid parts are dropped', () => {
  for (const value of [null, [], 'x', {}, { body: [] }]) expect(readSavedDraft('scrape', value)).toBeNull()
  expect(readSavedDraft('scrape', { body: {}, others: [5, null], origin: { contract: 'evil' } })).toEqual({
    contract: 'scrape',
    body: {},
  })
})

describe('scrape entry', () => {
  const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/']
  const place = { id: 'entry', createdAt: 7 }

  test('a history entry restores its URLs, their pages and whole pages', () => {
    const whole = pageRun(b, { markdown: 'whole' })
    const rows = [rowOf(a), { ...rowOf(b), whole }, { ...rowOf(c, null), cancelled: true }]
    const state = { ...writeAddresses(emptyScrape, 'https://later.example/'), rows, entry: place }

    const opened = openEntry(toEntry(state, place))

    expect(opened.text).toBe([a, b, c].join('\n'))
    expect(opened.rows.map(stateOfRow)).toEqual(['done', 'done', 'cancelled'])
    expect(opened.rows[1]?.whole).toEqual(whole)
    expect(opened.rows[0]?.whole).toBeNull()
    expect(opened).toMatchObject({ entry: place, restored: true })
  })

  test('opening an entry does not start requests that never started', () => {
    const state = { ...emptyScrape, rows: [rowOf(a), rowOf(b, null)], entry: place }

    expect(openEntry(toEntry(state, place)).rows.map(stateOfRow)).toEqual(['done', 'cancelled'])
  })

  test('a request without a URL is a row too', () => {
    const rows = [{ ...rowOf('', null), body: '{"model":"scrape","params":{}}' }]

    const opened = openEntry(toEntry({ ...emptyScrape, rows, entry: place }, place))

    expect(opened.rows).toHaveLength(1)
    expect(opened.addresses).toEqual([])
  })

  test('a page missing from the history differs from an unread one', () => {
    const run = pageRun(a)
    const cut = { ...run, cut: true, response: { status: 200, headers: {}, body: null } }
    const entry = toEntry({ ...emptyScrape, rows: [rowOf(a, cut)], entry: place }, place)

    const [row] = openEntry(entry).rows

    expect(row && stateOfRow(row)).toBe('gone')
    expect(row && isRead(row)).toBe(false)
  })
})

test('a history that refuses runs says so once, and again after it accepted one', async () => {
  const { send, sent } = scriptedSend()
  let isFull = true
  const save = vi.fn<(entry: HistoryEntry) => Promise<HistoryEntry>>(async entry => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    return entry
  })
  const onUnsaved = vi.fn<() => void>()
  const store = createScrapeStore({ initial: emptyScrape, path: '/v1/web', newId: () => 'id', send })
  const session = createScrapeSession({
    store,
    history: async () => ({ get: async () => null, save }),
    storage: () => null,
    onUnsaved,
  })
  await session.start({ fragment: '' })
  const saveRun = async () => {
    store.update(state => writeAddresses(state, a))
    store.run()
    sent.at(-1)?.end(pageRun(a))
    session.flush()
    await Promise.allSettled(save.mock.results.map(({ value }) => value))
  }

  await saveRun()
  await saveRun()
  await expect.poll(() => onUnsaved).toHaveBeenCalledTimes(1)
  isFull = false
  await saveRun()
  isFull = true
  await saveRun()

  await expect.poll(() => onUnsaved).toHaveBeenCalledTimes(2)
})
