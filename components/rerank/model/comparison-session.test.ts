import { expect, test } from 'vitest'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import { emptyComparison, type ComparisonState } from './comparison-state.ts'
import { readSavedDraft } from '#components/playground/layout/model/persisted-draft.ts'
import { createComparisonSession } from './comparison-session.ts'
import { createComparisonStore } from './comparison-store.ts'

const body = { model: 'a', query: 'q', documents: ['x', 'y'] }
const run: Run = {
  id: 'run-1',
  state: 'done',
  request: { method: 'POST', path: '/v1/rerank', body: JSON.stringify(body) },
  response: { status: 200, headers: {}, body: '{"results":[]}' },
  events: [],
  timing: { startedAt: 1, firstMs: 1, totalMs: 1 },
  failure: null,
}
const ran: ComparisonState = {
  ...emptyComparison,
  body,
  runs: [run],
  entry: { id: 'entry-1', createdAt: 5 },
  judgments: { grades: { x: 3 }, order: null },
}

function openBrowser() {
  const kept = new Map<string, string>()
  const entries = new Map<string, HistoryEntry>()
  return {
    kept,
    entries,
    /** A page of this tab: each page has its own store. */
    openPage(initial = emptyComparison) {
      const store = createComparisonStore({
        initial,
        path: '/v1/rerank',
        newId: () => 'new',
        send: () => {
          throw new Error('a page that opens sends nothing')
        },
      })
      const session = createComparisonSession({
        store,
        history: async () => ({
          get: async id => entries.get(id) ?? null,
          save: async entry => {
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

test('a reload restores request, grades and responses, without sending anything', async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ models: [], fragment: '' })
  first.store.update(() => ran)
  first.session.flush()

  const { store, session } = browser.openPage()
  await session.start({ models: [], fragment: '' })

  expect(store.read()).toEqual({ ...ran, restored: true })
})

test('an edit after the run survives, and the history keeps the sent request', async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ models: [], fragment: '' })
  first.store.update(() => ran)
  first.store.update(comparison => ({ ...comparison, body: { ...body, query: 'edited' } }))
  first.session.close()

  const { store, session } = browser.openPage()
  await session.start({ models: [], fragment: '' })

  expect(store.read().body['query']).toBe('edited')
  await expect.poll(() => browser.entries.get('entry-1')?.draft.body).toEqual(body)
})

test('a grade set after the run is saved and restored with its entry', async () => {
  const browser = openBrowser()
  const { store, session } = browser.openPage()
  await session.start({ models: [], fragment: '' })
  store.update(() => ran)
  store.update(comparison => ({ ...comparison, judgments: { grades: { x: 3, y: 1 }, order: ['y'] } }))
  session.flush()
  await expect.poll(() => browser.entries.get('entry-1')?.view).toMatchObject({ order: ['y'] })

  session.startNew()
  expect(store.read()).toEqual({ ...emptyComparison, body: { model: 'a' } })
  const entry = browser.entries.get('entry-1')
  if (entry) session.openEntry(entry)

  expect(store.read()).toEqual({
    ...ran,
    restored: true,
    judgments: { grades: { x: 3, y: 1 }, order: ['y'] },
  })
})

test("a link from elsewhere opens a new session instead of the tab's", async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ models: [], fragment: '' })
  first.store.update(() => ran)
  first.session.flush()

  const { store, session } = browser.openPage()
  await session.start({ models: [], fragment: '#v1.other' })

  expect(store.read()).toEqual(emptyComparison)
})

test('responses too large for tab storage are restored from the history', async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ models: [], fragment: '' })
  first.store.update(() => ran)
  first.session.flush()
  browser.kept.set('sextant-rerank', JSON.stringify({ fragment: '', entry: ran.entry }))

  const { store, session } = browser.openPage({ ...emptyComparison, body: { model: 'chosen' } })
  await session.start({ models: [], fragment: '' })

  expect(store.read()).toEqual({ ...ran, restored: true })
})

test('models in the URL start another comparison, side by side', async () => {
  const browser = openBrowser()
  const { store, session } = browser.openPage()

  await session.start({ models: ['a', 'b', 'c', 'd'], fragment: '' })

  expect(store.read()).toEqual({ ...emptyComparison, body: { model: 'a' }, comparedModels: ['b', 'c'] })
})

test('a run active when something else is opened is stored as stopped', async () => {
  const browser = openBrowser()
  const { store, session } = browser.openPage()
  await session.start({ models: [], fragment: '' })
  store.update(() => ({ ...ran, runs: [{ ...run, state: 'running', response: null }] }))

  session.startNew()

  await expect.poll(() => browser.entries.get('entry-1')?.runs[0]?.state).toBe('stopped')
  expect(store.read().runs).toEqual([])
})

test('opening a handoff can be undone, responses included', async () => {
  const browser = openBrowser()
  const { store, session } = browser.openPage()
  await session.start({ models: [], fragment: '' })
  store.update(() => ran)
  const origin = { contract: 'embeddings', runId: null, label: '1 text from Embeddings' }

  const undo = session.openHandoff({ contract: 'rerank', body: { documents: ['z'] }, origin })

  expect(store.read()).toEqual({ ...emptyComparison, body: { documents: ['z'] }, origin })
  undo()
  expect(store.read()).toEqual(ran)
})

test('a handoff opened before the responses are restored stays separate, and undo restores them', async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ models: [], fragment: '' })
  first.store.update(() => ran)
  first.session.flush()
  const { store, session } = browser.openPage()

  const started = session.start({ models: [], fragment: '' })
  const undo = session.openHandoff({ contract: 'rerank', body: { documents: ['z'] } })
  await started

  expect(store.read()).toEqual({ ...emptyComparison, body: { documents: ['z'] } })
  undo()
  await expect.poll(() => store.read()).toEqual({ ...ran, restored: true })
  expect(browser.entries.get('entry-1')?.runs).toEqual([run])
})

test('a written draft is parsed unchanged', () => {
  const draft = {
    contract: 'rerank',
    body: { query: 'q' },
    others: [{ query: 'q', model: 'b' }],
    view: { sort: 'input' },
    origin: { contract: 'embeddings', runId: null, label: '3 texts from Embeddings' },
  }

  expect(readSavedDraft('rerank', JSON.parse(JSON.stringify(draft)))).toEqual(draft)
})

test.each([null, 'x', [], {}, { body: 'x' }])('%j is not a valid draft', value => {
  expect(readSavedDraft('rerank', value)).toBeNull()
})
