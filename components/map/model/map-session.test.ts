import { expect, test } from 'vitest'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import { chunkOf, resultOf, withEvents } from './__fixtures__/map-runs.ts'
import { createMapReader } from './map-reader.ts'
import { emptyMap, type MapState, pageBody } from './map-state.ts'
import { createMapSession } from './map-session.ts'
import { createMapStore } from './map-store.ts'

const urls = ['https://a.test/', 'https://a.test/b']
const body = { url: 'https://a.test', stream: true, details: true }
const run: Run = { ...withEvents([chunkOf(urls), resultOf(urls), '[DONE]']), state: 'done' }
const ran: MapState = {
  ...emptyMap(body),
  run,
  found: createMapReader().read(run),
  entry: { id: 'entry-1', createdAt: 5 },
}

function openBrowser() {
  const kept = new Map<string, string>()
  const entries = new Map<string, HistoryEntry>()
  const saves: HistoryEntry[] = []
  return {
    kept,
    entries,
    saves,
    /** A page of this tab: each page has its own store. */
    openPage() {
      const store = createMapStore({
        initial: emptyMap(),
        path: '/v1/map',
        newId: () => 'new',
        send: () => {
          throw new Error('a page that opens sends nothing')
        },
      })
      const session = createMapSession({
        store,
        history: async () => ({
          get: async id => entries.get(id) ?? null,
          save: async entry => {
            saves.push(entry)
            entries.set(entry.id, entry)
            return entry
          },
        }),
        storage: () => ({
          getItem: key => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
        }),
      })
      return { store, session }
    },
  }
}

async function openRan() {
  const browser = openBrowser()
  const { store, session } = browser.openPage()
  await session.start({ fragment: '' })
  store.update(() => ran)
  await expect.poll(() => browser.entries.has('entry-1')).toBe(true)
  return { browser, store, session }
}

const nothing = { body: pageBody, run: null, entry: null, restored: false, found: { complete: false } }
const shownLinks = ({ found }: MapState) => found.site.links.map(({ url }) => url)

test('a reload restores request and links, without sending anything', async () => {
  const { browser, session } = await openRan()
  session.close()

  const { store, session: next } = browser.openPage()
  await next.start({ fragment: '' })

  expect(shownLinks(store.read())).toEqual(urls)
  expect(store.read()).toMatchObject({ body, run, entry: ran.entry, restored: true })
})

test('an edit after the run survives, and the history keeps the sent request', async () => {
  const { browser, store, session } = await openRan()
  store.update(state => ({ ...state, body: { url: 'edited' } }))
  session.close()

  const page = browser.openPage()
  await page.session.start({ fragment: '' })

  expect(page.store.read().body).toEqual({ url: 'edited' })
  expect(shownLinks(page.store.read())).toEqual(urls)
  expect(browser.entries.get('entry-1')?.draft.body).toEqual(body)
})

test('viewing a map writes nothing to the history', async () => {
  const { browser, store, session } = await openRan()

  store.update(state => ({ ...state, view: { ...state.view, shape: 'list' } }))
  session.flush()

  expect(browser.saves).toHaveLength(1)
})

test('a running map is saved at its start, and not on each new link', async () => {
  const browser = openBrowser()
  const { store, session } = browser.openPage()
  await session.start({ fragment: '' })
  const running = { ...run, state: 'running' as const, events: [] }

  store.update(() => ({ ...ran, run: running }))
  for (let count = 1; count < 4; count += 1)
    store.update(state => ({ ...state, run: { ...running, events: run.events.slice(0, count) } }))
  await expect.poll(() => browser.saves).toHaveLength(1)

  session.flush()
  await expect.poll(() => browser.saves.map(({ runs }) => runs[0]?.events.length)).toEqual([0, 3])
})

test("a link from elsewhere opens a new session instead of the tab's", async () => {
  const { browser } = await openRan()

  const { store, session } = browser.openPage()
  await session.start({ fragment: '#v1.other' })

  expect(store.read()).toMatchObject(nothing)
})

test('a map too large for tab storage is restored from the history', async () => {
  const { browser, session } = await openRan()
  session.close()
  browser.kept.set('sextant-map', JSON.stringify({ fragment: '', entry: ran.entry }))

  const page = browser.openPage()
  await page.session.start({ fragment: '' })

  expect(page.store.read().body).toEqual(body)
  expect(shownLinks(page.store.read())).toEqual(urls)
})

test('a run active when something else is opened is stored as stopped', async () => {
  const browser = openBrowser()
  const { store, session } = browser.openPage()
  await session.start({ fragment: '' })
  store.update(() => ({ ...ran, run: { ...run, state: 'running' } }))

  session.startNew()

  await expect.poll(() => browser.entries.get('entry-1')?.runs[0]?.state).toBe('stopped')
  expect(store.read()).toMatchObject(nothing)
})

test('an entry opens with its links, and opening a handoff can be undone', async () => {
  const { browser, store, session } = await openRan()
  session.startNew()
  const entry = browser.entries.get('entry-1')
  if (entry) session.openEntry(entry)
  const opened = store.read()
  expect(shownLinks(opened)).toEqual(urls)

  const undo = session.openHandoff({ contract: 'map', body: { url: 'sent' } })
  expect(store.read()).toMatchObject({ ...nothing, body: { url: 'sent' } })
  undo()

  expect(store.read()).toBe(opened)
})
