import { expect, test } from 'vitest'
import { openMemoryDatabase } from '#components/playground/history/model/history-database.ts'
import { openHistory } from '#components/playground/history/model/history.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { type Reply, scriptedAnalysis, scriptedSend } from './__fixtures__/viewer-parts.ts'
import { withSource, emptyRequest } from './request.ts'
import { createSession, replay, saveRequest, readSavedRequest } from './session.ts'
import { rowsOf, sourceOfRows, type TextSource } from './text-source.ts'
import { createViewer } from './viewer.ts'
import type { Run } from '#lib/client/run.ts'

/** One tab of a browser with storage: opening it again is a reload. */
function browser(replies: readonly Reply[] = []) {
  const tab = new Map<string, string>()
  const entries = new Map<string, HistoryEntry>()
  let written = 0
  const open = () => {
    const { send, bodies } = scriptedSend(entries.size === 0 ? replies : [])
    const viewer = createViewer({ path: '/v1', startAnalysis: () => scriptedAnalysis().analysis, send })
    const session = createSession({
      viewer,
      history: async () => ({
        get: async id => entries.get(id) ?? null,
        save: async entry => {
          entries.set(entry.id, structuredClone(entry))
          return entry
        },
      }),
      storage: () => ({
        getItem: key => tab.get(key) ?? null,
        setItem(key, value) {
          written += 1
          tab.set(key, value)
        },
      }),
    })
    const write = (...texts: readonly string[]) =>
      viewer.store.update(state => {
        const rows = texts.map((text, index) => ({ text, group: null, line: index + 1 }))
        const request = withSource(state.request, sourceOfRows(rows, 'rows'))
        return { ...state, request: { ...request, body: { ...request.body, model: 'one' } } }
      })
    const run = async () => {
      viewer.run()
      await expect.poll(() => viewer.store.read().shown?.running).toBe(false)
    }
    const texts = () => rowsOf(viewer.store.read().request.source).rows.map(row => row.text)
    return { viewer, session, bodies, write, run, texts, shown: () => viewer.store.read().shown }
  }
  return { open, entries, writes: () => written }
}
const noAddress = { fragment: '', models: [] }

test('a reload restores the texts and their vectors, without a request', async () => {
  const { open } = browser()
  const before = open()
  await before.session.start(noAddress)
  before.write('a', 'b')
  await before.run()
  before.session.close()

  const after = open()
  await after.session.start(noAddress)
  await expect.poll(() => after.shown()?.columns[0]?.outcome?.done).toBe(2)

  expect(after.texts()).toEqual(['a', 'b'])
  expect(after.bodies).toEqual([])
})

test('an edit after the run is stored next to the responses of the sent request', async () => {
  const { open, entries } = browser()
  const before = open()
  await before.session.start(noAddress)
  before.write('a', 'b')
  await before.run()
  before.write('a', 'b', 'c')
  before.session.close()

  const after = open()
  await after.session.start(noAddress)
  await expect.poll(() => after.shown()?.running).toBe(false)

  expect(after.texts()).toEqual(['a', 'b', 'c'])
  expect(after.shown()?.rows).toHaveLength(2)
  expect([...entries.values()][0]?.draft.body).toEqual({ model: 'one', input: ['a', 'b'] })
})

/** A browser whose history has its real limits; each page of it is a reload. */
function browserWithHistory(replies: readonly Reply[] = [], database = openMemoryDatabase(), name = 'tab') {
  const tab = new Map<string, string>()
  let loads = 0
  return async () => {
    const writer = { tab: name, id: `${name}.load${(loads += 1)}` }
    const history = await openHistory({ writer, openDatabase: async () => database })
    const { send, bodies } = scriptedSend(loads === 1 ? replies : [])
    const { analysis, asked } = scriptedAnalysis()
    const viewer = createViewer({ path: '/v1', startAnalysis: () => analysis, send })
    const session = createSession({
      viewer,
      history: async () => history,
      storage: () => ({
        getItem: key => tab.get(key) ?? null,
        setItem: (key, value) => void tab.set(key, value),
      }),
    })
    await session.start(noAddress)
    return { viewer, session, history, bodies, asked, shown: () => viewer.store.read().shown }
  }
}

const largeFile: Extract<TextSource, { kind: 'file' }> = {
  kind: 'file',
  name: 'tickets.csv',
  table: {
    format: 'csv',
    columns: ['subject', 'team', 'body'],
    cells: [
      Array.from({ length: 6000 }, (_, index) => `Subject ${index}`),
      Array.from({ length: 6000 }, (_, index) => (index % 2 === 0 ? 'Sales' : 'Support')),
      Array.from({ length: 6000 }, (_, index) => `Body ${index} ${'word '.repeat(200)}`),
    ],
    lines: Int32Array.from({ length: 6000 }, (_, index) => index + 2),
  },
  choice: { text: 2, group: 1 },
}

test('a large run is back after a reload: vectors, texts, the file and its color column', async () => {
  const reload = browserWithHistory()
  const before = await reload()
  before.viewer.store.update(state => ({
    ...state,
    request: withSource({ ...state.request, body: { model: 'one' } }, largeFile),
  }))
  before.viewer.run()
  await expect.poll(() => before.shown()?.running).toBe(false)
  const vectors = before.shown()?.columns[0]?.outcome?.vectors
  before.session.close()

  const after = await reload()

  expect(after.bodies).toEqual([])
  expect(after.viewer.store.read().request.source).toEqual(largeFile)
  expect(after.shown()?.columns[0]?.outcome).toMatchObject({ done: 6000, total: 6000 })
  expect(after.shown()?.columns[0]?.outcome?.vectors).toEqual(vectors)
  expect(after.shown()?.rows[1]).toMatchObject({ group: 'Support', line: 3 })
  await expect.poll(() => after.shown()?.columns[0]?.fidelity.state).toBe('done')

  // What is shown again is stored as it was.
  after.session.close()
  expect((await reload()).viewer.store.read().request.source).toEqual(largeFile)
})

test('a failed request of a stored run can be sent again, and only that', async () => {
  const reload = browserWithHistory(['vectors', 'refused'])
  const before = await reload()
  before.viewer.store.update(state => ({
    ...state,
    request: withSource({ ...state.request, body: { model: 'one' } }, largeFile),
  }))
  before.viewer.run()
  await expect.poll(() => before.shown()?.running).toBe(false)
  before.session.close()

  const after = await reload()
  expect(after.shown()?.columns[0]?.outcome?.reports.filter(({ state }) => state !== 'done')).toHaveLength(1)
  after.viewer.retry()
  await expect.poll(() => after.shown()?.columns[0]?.outcome?.done).toBe(6000)

  expect(after.bodies).toHaveLength(1)
})

test('a tab whose entry another tab has run again continues in an entry of its own', async () => {
  const database = openMemoryDatabase()
  const first = await browserWithHistory([], database, 'first')()
  const second = await browserWithHistory([], database, 'second')()
  const write = ({ viewer }: typeof first, text: string) =>
    viewer.store.update(state => ({
      ...state,
      request: withSource({ ...state.request, body: { model: 'one' } }, sourceOfRows([row(text)], 'x')),
    }))
  write(first, 'shared')
  first.viewer.run()
  await expect.poll(() => first.shown()?.running).toBe(false)
  first.session.flush()
  await expect.poll(() => first.history.list('embeddings')).toMatchObject([{ state: 'done' }])
  const [summary] = await first.history.list('embeddings')
  const opened = await second.history.get(summary?.id ?? '')
  if (!opened) throw new Error('no entry')
  second.session.openEntry(opened)
  await first.history.save({ ...opened, name: 'changed by the first tab' })

  second.viewer.retry()
  await expect.poll(() => second.viewer.store.read().entry?.id).not.toBe(opened.id)

  expect(await first.history.list('embeddings')).toHaveLength(2)
})

test('a small file keeps its columns across a reload before its first run', async () => {
  const reload = browserWithHistory()
  const before = await reload()
  const { table } = largeFile
  const source: TextSource = {
    ...largeFile,
    table: { ...table, cells: table.cells.map(cells => cells.slice(0, 9)), lines: table.lines.slice(0, 9) },
  }
  before.viewer.store.update(state => ({ ...state, request: withSource(state.request, source) }))
  before.session.close()

  expect((await reload()).viewer.store.read().request.source).toEqual(source)
})

test('a running batch is in the history with its responses so far, and can be completed from there', async () => {
  const { open, entries } = browser(['vectors', 'waits', 'waits'])
  const before = open()
  await before.session.start(noAddress)
  before.write(...Array.from({ length: 5000 }, (_, index) => `text ${index}`))
  before.viewer.run()
  await expect.poll(() => before.bodies).toHaveLength(3)
  before.session.flush()
  await expect.poll(() => [...entries.values()][0]?.runs[0]?.state).toBe('done')

  const after = open()
  await after.session.start(noAddress)
  await expect.poll(() => after.shown()?.columns[0]?.outcome?.done).toBe(2048)
  after.viewer.retry()
  await expect.poll(() => after.shown()?.columns[0]?.outcome?.done).toBe(5000)
})

test('a history entry opens with its texts and responses', async () => {
  const { open, entries } = browser()
  const tab = open()
  await tab.session.start(noAddress)
  tab.write('old')
  await tab.run()
  await expect.poll(() => entries.size).toBe(1)
  const [entry] = entries.values()
  tab.write('new')

  if (entry) tab.session.openEntry(entry)
  await expect.poll(() => tab.shown()?.columns[0]?.outcome?.done).toBe(1)

  expect(tab.texts()).toEqual(['old'])
  expect(tab.shown()?.id).toBe(entry?.id)
  expect(tab.bodies).toHaveLength(1)
})

test('starting something else leaves the run in the history, and a reload does not restore it', async () => {
  const { open, entries } = browser()
  const before = open()
  await before.session.start({ fragment: '#v1.first', models: [] })
  before.write('a', 'b')
  await before.run()
  before.session.startNew()
  before.write('c')
  before.session.close()

  const after = open()
  await after.session.start(noAddress)

  expect(after.texts()).toEqual(['c'])
  expect(after.shown()).toBeNull()
  expect(entries.size).toBe(1)
})

test('starting over removes the texts and the parameters, and keeps the model', async () => {
  const { open } = browser()
  const tab = open()
  await tab.session.start(noAddress)
  tab.write('a')
  const body = { ...tab.viewer.store.read().request.body, model: 'm', dimensions: 4 }
  tab.viewer.store.update(state => ({ ...state, request: { ...state.request, body } }))

  tab.session.startNew()

  expect(tab.texts()).toEqual([])
  expect(tab.viewer.store.read().request.body).toEqual({ model: 'm' })
})

test('a link and given models start a new session', async () => {
  const { open } = browser()
  const before = open()
  await before.session.start(noAddress)
  before.write('kept')
  before.session.close()

  const linked = open()
  await linked.session.start({ fragment: '#v1.x', models: [] })
  expect(linked.texts()).toEqual([])

  const chosen = open()
  await chosen.session.start({ fragment: '', models: ['one', 'two'] })
  expect(chosen.viewer.store.read().request).toMatchObject({ body: { model: 'one' }, second: 'two' })
})

test('undo of sent texts restores the previous texts and their vectors, and keeps a run of the sent texts', async () => {
  const { open } = browser()
  const tab = open()
  await tab.session.start(noAddress)
  tab.write('a', 'b')
  await tab.run()
  const { shown } = tab.viewer.store.read()
  const sent = { contract: 'embeddings', body: { model: 'one', input: ['c'] } }

  const undo = tab.session.openHandoff(sent)
  expect([tab.texts(), tab.shown()]).toEqual([['c'], null])
  undo()
  expect([tab.texts(), tab.shown()]).toEqual([['a', 'b'], shown])

  const undoAfterRun = tab.session.openHandoff(sent)
  await tab.run()
  undoAfterRun()
  expect(tab.texts()).toEqual(['a', 'b'])
  expect(tab.shown()?.rows.map(({ text }) => text)).toEqual(['c'])
})

test('a change of the view does not write the texts again', async () => {
  const { open, writes } = browser()
  const tab = open()
  await tab.session.start(noAddress)
  tab.write('a')
  tab.session.flush()
  expect(writes()).toBe(1)

  tab.viewer.store.update(state => ({ ...state, hovered: 0 }))
  tab.session.flush()

  expect(writes()).toBe(1)
})

const path = '/v1/embeddings'
const signal = new AbortController().signal

function kept(id: string, state: Run['state']): Run {
  return {
    id,
    state,
    request: { method: 'POST', path, body: 'texts' },
    response: null,
    events: [],
    timing: { startedAt: 0, firstMs: null, totalMs: 5 },
    failure: null,
  }
}

const ask = (send: ReturnType<typeof replay>, body: string) =>
  send({ path, body, signal }, { onUpdate: () => {} }).current()

test('of a stopped and repeated request, the later response is shown', () => {
  expect(ask(replay([kept('first', 'stopped'), kept('again', 'done')]), 'texts')).toMatchObject({
    id: 'again',
    state: 'done',
  })
})

test('each stored run responds once, and a missing one counts as stopped', () => {
  const send = replay([kept('only', 'done')])

  expect(ask(send, 'texts')).toMatchObject({ id: 'only' })
  expect(ask(send, 'texts')).toMatchObject({ state: 'stopped', request: { body: 'texts' } })
  expect(ask(replay([kept('left', 'running')]), 'texts')).toMatchObject({ id: 'left', state: 'stopped' })
})

const row = (text: string) => ({ text, group: null, line: 1 })
const rows = (count: number, length = 0) =>
  Array.from({ length: count }, (_, index) => ({
    text: `text ${index}${'x'.repeat(length)}`,
    group: index % 2 === 0 ? 'even' : null,
    line: index + 1,
  }))
const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a request is restored with its texts, groups and models', () => {
  const request = { ...withSource(emptyRequest, sourceOfRows(rows(3), 'x')), second: 'b' }

  const back = readSavedRequest(overJson(saveRequest(request)))

  expect(rowsOf(back?.source ?? request.source).rows).toEqual(rowsOf(request.source).rows)
  expect(back?.second).toBe('b')
  expect(back?.body).toEqual(request.body)
})

test('a set of several batches is restored completely if small enough to store', () => {
  const request = withSource(emptyRequest, sourceOfRows(rows(3000), 'many.csv'))

  const back = readSavedRequest(overJson(saveRequest(request)))

  expect(back && rowsOf(back.source).rows).toHaveLength(3000)
})

test('of a set too large to store the first batch is restored and marked', () => {
  const request = withSource(emptyRequest, sourceOfRows(rows(3000, 1000), 'many.csv'))

  const back = readSavedRequest(overJson(saveRequest(request)))

  expect(back?.source).toMatchObject({ kind: 'list', label: 'First of 3000 texts of many.csv' })
  expect(readSavedRequest({ other: 1 })).toBeNull()
})
