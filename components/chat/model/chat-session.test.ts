import { expect, test, vi } from 'vitest'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Run } from '#lib/client/run.ts'
import type { RunObserver } from '#lib/client/send.ts'
import { createChat, readActive } from './chat-state.ts'
import { createChatSession, readChatState } from './chat-session.ts'
import { createChatStore } from './chat-store.ts'
import { readPath } from './conversation.ts'
import { openExample, openHandoffDraft, openBodies } from './draft/open-draft.ts'

const createIds = () => {
  let count = 0
  return () => `sent${(count += 1)}`
}

const toRun = (state: Run['state'], text: string): Run => ({
  id: 'run',
  state,
  request: { method: 'POST', path: '/p', body: '{}' },
  response: { status: 200, headers: {}, body: null },
  events: [
    {
      number: 0,
      atMs: 1,
      bytes: 1,
      kind: 'data',
      data: JSON.stringify({ choices: [{ delta: { content: text } }] }),
    },
  ],
  timing: { startedAt: 0, firstMs: 1, totalMs: null },
  failure: null,
})

/** One browser: tab storage and history outlive a page. */
function createBrowser(limitBytes = Infinity, stopsLater = false) {
  const tab = new Map<string, string>()
  const entries = new Map<string, HistoryEntry>()
  let count = 0
  const newId = () => `id${(count += 1)}`
  const openPage = (models: readonly string[] = [], fragment = '') => {
    const observers: RunObserver[] = []
    const store = createChatStore({
      initial: createChat(['m'], newId),
      path: '/p',
      newId,
      send: (_request, observer) => {
        observers.push(observer)
        return {
          id: 'run',
          current: () => ({ ...toRun('running', ''), events: [] }),
          stop: () => {
            if (!stopsLater) observer.onUpdate(toRun('stopped', 'Half'))
          },
          finished: Promise.resolve(toRun('done', '')),
        }
      },
    })
    const session = createChatSession({
      store,
      newId,
      history: async () => ({
        get: async id => structuredClone(entries.get(id) ?? null),
        save: async entry => {
          entries.set(entry.id, structuredClone(entry))
          return entry
        },
      }),
      storage: () => ({
        getItem: key => tab.get(key) ?? null,
        setItem: (key, value) => {
          if (value.length > limitBytes) throw new DOMException('full', 'QuotaExceededError')
          tab.set(key, value)
        },
      }),
    })
    const write = (text: string) => store.update(state => ({ ...state, pending: { text, images: [] } }))
    return { store, session, observers, write, started: session.start({ models, fragment }) }
  }
  return { entries, openPage }
}
const said = (store: ReturnType<ReturnType<typeof createBrowser>['openPage']>['store']) =>
  readPath(readActive(store.read()).conversation).map(({ message }) => message.content)

test('an unsent draft survives a reload and creates no history entry', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Half a thought')
  page.session.flush()

  const reloaded = browser.openPage()
  await reloaded.started

  expect(reloaded.store.read().pending.text).toBe('Half a thought')
  expect(browser.entries.size).toBe(0)
})

test('a partial answer is in the history within a second and is interrupted after a reload', async () => {
  vi.useFakeTimers()
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Hi')
  page.store.run()
  page.observers[0]?.onUpdate(toRun('running', 'Part'))
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()

  const reloaded = browser.openPage()
  await reloaded.started

  expect(said(reloaded.store)).toEqual(['Hi', 'Part'])
  expect(readPath(readActive(reloaded.store.read()).conversation).at(-1)?.answer?.state).toBe('interrupted')
  expect(reloaded.observers).toEqual([])
  const restored = reloaded.store.runs.readColumn(reloaded.store.read().activeId)
  expect(restored?.run.events).toHaveLength(1)
  expect(restored?.run).toMatchObject({ state: 'interrupted', failure: { code: 'page_left' } })
  expect(restored?.run.timing.totalMs).toBe(restored?.record.totalMs)
})

test('a chat too large for tab storage is restored from the history', async () => {
  const browser = createBrowser(200)
  const page = browser.openPage()
  await page.started
  page.write('x'.repeat(300))
  page.session.flush()

  const reloaded = browser.openPage()
  await reloaded.started

  expect(reloaded.store.read().pending.text).toHaveLength(300)
})

test('models in the URL open columns instead of the previous chat', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Old')
  page.session.flush()

  const compare = browser.openPage(['a', 'b'])
  await compare.started

  expect(compare.store.read().columns.map(({ params }) => params.model)).toEqual(['a', 'b'])
  expect(compare.store.read().pending.text).toBe('')
})

test('a reload right after a link with models keeps them', async () => {
  const browser = createBrowser()
  const page = browser.openPage(['a', 'b'])
  await page.started
  page.session.flush()

  const reloaded = browser.openPage()
  await reloaded.started

  expect(reloaded.store.read().columns.map(({ params }) => params.model)).toEqual(['a', 'b'])
})

test('leaving a link with models unchanged keeps the draft of the tab', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Half a thought')
  page.session.close()

  const linked = browser.openPage(['a'])
  await linked.started
  linked.session.close()
  const back = browser.openPage()
  await back.started

  expect(back.store.read().pending.text).toBe('Half a thought')
})

test('a link opens its own chat; reloading the link restores later edits', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Old')
  page.session.flush()

  const linked = browser.openPage([], '#v1.abc')
  await linked.started
  expect(linked.store.read().pending.text).toBe('')
  linked.write('New')
  linked.session.flush()

  const reloaded = browser.openPage([], '#v1.abc')
  await reloaded.started
  expect(reloaded.store.read().pending.text).toBe('New')
})

test('a new chat keeps models and parameters, and the previous one stays in the history', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Hi')
  page.store.run()
  page.session.startNew()
  await Promise.resolve()

  expect(said(page.store)).toEqual([])
  expect(readActive(page.store.read()).params.model).toBe('m')
  const [old] = [...browser.entries.values()]
  if (!old) throw new Error('no entry')
  page.session.openEntry(old)
  expect(said(page.store)).toEqual(['Hi', 'Half'])
})

test('a chat that is left during a stream is in the history as stopped, with its text so far', async () => {
  const browser = createBrowser(Infinity, true)
  const page = browser.openPage()
  await page.started
  page.write('Hi')
  page.store.run()
  page.observers[0]?.onUpdate(toRun('running', 'Part'))

  page.session.startNew()
  // The end of the request arrives when the next chat is open.
  page.observers[0]?.onUpdate(toRun('stopped', 'Part'))
  await Promise.resolve()

  const [left] = [...browser.entries.values()]
  if (!left) throw new Error('no entry')
  expect(left.runs).toMatchObject([{ state: 'stopped' }])
  expect(said(page.store)).toEqual([])
  page.session.openEntry(left)
  expect(said(page.store)).toEqual(['Hi', 'Part'])
  expect(readPath(readActive(page.store.read()).conversation).at(-1)?.answer?.state).toBe('stopped')
})

test('a new chat does not overwrite the previous one in the history', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('First')
  page.store.run()
  page.session.startNew()
  await Promise.resolve()

  page.write('Second')
  page.store.run()
  page.store.runs.stopAll()
  page.session.flush()
  await Promise.resolve()

  expect([...browser.entries.values()].map(({ draft }) => draft.body['messages'])).toEqual([
    [{ role: 'user', content: 'First' }],
    [{ role: 'user', content: 'Second' }],
  ])
})

test('an entry with an unreadable view opens its request', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  const draft = { contract: 'chat', body: { model: 'x', messages: [{ role: 'user', content: 'Hi' }] } }

  page.session.openEntry({
    id: 'e',
    contract: 'chat',
    name: null,
    pinned: false,
    createdAt: 0,
    draft,
    runs: [],
    view: { state: 'nonsense' },
  })

  expect(said(page.store)).toEqual(['Hi'])
  expect(page.observers).toEqual([])
})

test('a history write missed when the page closed is made after the reload', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Hi')
  page.store.run()
  page.store.runs.stopAll()
  page.session.flush()
  await Promise.resolve()
  browser.entries.clear()

  const reloaded = browser.openPage()
  await reloaded.started
  reloaded.session.startNew()
  await Promise.resolve()

  expect([...browser.entries.values()].map(({ draft }) => draft.body.messages)).toEqual([
    [{ role: 'user', content: 'Hi' }],
  ])
})

const origin = { contract: 'rerank', runId: 'run_1', label: '2 documents from Rerank' }

test('a chat opened from another playground keeps its origin after a reload and in the history; a new chat has none', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  const body = { messages: [{ role: 'user', content: '[1] Sent' }] }
  page.session.replace(openHandoffDraft(page.store.read(), { contract: 'chat', body, origin }, createIds()))
  page.store.run()
  page.store.runs.stopAll()
  page.session.flush()
  await Promise.resolve()

  const reloaded = browser.openPage()
  await reloaded.started

  expect(said(reloaded.store)).toEqual(['[1] Sent', 'Half'])
  expect(reloaded.store.read().origin).toEqual(origin)
  expect([...browser.entries.values()].map(({ draft }) => draft.origin)).toEqual([origin])
  reloaded.session.startNew()
  expect(reloaded.store.read().origin).toBeUndefined()
})

test('undo restores the replaced chat in its own history entry', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Hi')
  page.store.run()
  page.store.runs.stopAll()
  const before = page.store.read()

  const undo = page.session.replace(
    openHandoffDraft(before, { contract: 'chat', body: { messages: [] }, origin }, createIds()),
  )
  expect(said(page.store)).toEqual([])
  undo()
  page.write('More')
  page.session.flush()
  await Promise.resolve()

  expect(said(page.store)).toEqual(['Hi', 'Half'])
  expect(browser.entries.size).toBe(1)
})

test('undo restores the HTTP data of the replaced chat', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  page.write('Hi')
  page.store.run()
  page.store.runs.stopAll()
  const { activeId } = page.store.read()

  page.session.openHandoff({ contract: 'chat', body: { messages: [] }, origin })()

  await vi.waitFor(() => expect(page.store.runs.readColumn(activeId)?.run.state).toBe('stopped'), 10_000)
})

let count = 0
const state = openBodies(
  [
    {
      model: 'm',
      messages: [
        { role: 'system', content: 'x' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'q' },
            { type: 'image_url', image_url: { url: 'data:,' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '' } }],
        },
      ],
    },
    { model: 'n', messages: [] },
  ],
  () => `id${(count += 1)}`,
  ['chat', 'messages'],
)
const saved = (change: (copy: Record<string, never>) => void): unknown => {
  const copy = JSON.parse(JSON.stringify({ ...state, variables: { a: '1' }, mocks: { f: '{}' } })) as Record<
    string,
    never
  >
  change(copy)
  return copy
}

test('a saved chat is restored unchanged', () => {
  expect(readChatState(saved(() => undefined))).toEqual({
    ...state,
    variables: { a: '1' },
    mocks: { f: '{}' },
  })
})

test('a chat without a format, or with an unknown one, is sent as chat completions', () => {
  const unknown = { ...state, columns: state.columns.map(column => ({ ...column, apiFormat: 'grpc' })) }

  expect(state.columns.map(column => column.apiFormat)).toEqual([undefined, 'messages'])
  expect(readChatState(unknown)?.columns.map(column => column.apiFormat)).toEqual(['chat', 'chat'])
})

test.each([
  null,
  5,
  'x',
  {},
  { columns: [] },
  { columns: [{}] },
  { columns: [{ id: 'a', params: {}, conversation: { turns: { t: {} } } }] },
])('%j is not a valid chat', value => {
  expect(readChatState(value)).toBeNull()
})

test('a message that the page cannot render makes the chat invalid', () => {
  const turns = JSON.stringify(state)
  for (const [from, to] of [
    ['"role":"user"', '"role":"root"'],
    ['"text":"q"', '"text":5'],
    ['"arguments":""', '"arguments":{}'],
    ['"content":null', '"content":7'],
  ] as const)
    expect(readChatState(JSON.parse(turns.replace(from, to)))).toBeNull()
})

test('an unknown active column falls back to the first, five columns are rejected', () => {
  expect(readChatState({ ...state, activeId: 'gone' })?.activeId).toBe(state.columns[0]?.id)
  expect(readChatState({ ...state, columns: Array.from({ length: 5 }, () => state.columns[1]) })).toBeNull()
})

test('a new chat has the settings from before an example, also after a reload, with the selected model', async () => {
  const browser = createBrowser()
  const page = browser.openPage()
  await page.started
  const own = readActive(page.store.read())
  page.store.update(state =>
    openExample(
      state,
      { model: 'other', temperature: 0, tools: [], messages: [{ role: 'user', content: 'Hi' }] },
      createIds(),
    ),
  )
  page.session.close()
  const reloaded = browser.openPage()
  await reloaded.started
  expect(readActive(reloaded.store.read()).params).toMatchObject({ temperature: 0, tools: [] })

  reloaded.session.startNew()

  const { params, system } = readActive(reloaded.store.read())
  expect({ params, system }).toEqual({ params: { ...own.params, model: 'other' }, system: own.system })
  expect(reloaded.store.read()).not.toHaveProperty('beforeExample')
})
