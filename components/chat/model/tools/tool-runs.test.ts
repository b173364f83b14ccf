import { expect, test, vi, afterEach } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { RunObserver, RunRequest } from '#lib/client/send.ts'
import { createChat, readActive, updateColumn } from '#components/chat/model/chat-state.ts'
import { createChatStore } from '#components/chat/model/chat-store.ts'
import { readPath } from '#components/chat/model/conversation.ts'
import { writeTools, type ToolDraft } from '#components/chat/model/draft/tool-drafts.ts'
import { builtInTools } from './built-in-tools.ts'
import { readRounds } from './tool-runs.ts'

afterEach(() => vi.unstubAllGlobals())

const weather: ToolDraft = { name: 'get_weather', description: '', parameters: null, strict: null, rest: {} }
const search = { name: 'search_web', arguments: '{"query":"tides"}' }
const found = { data: { results: [{ title: 'Tides', url: 'https://a.example/', content: 'The moon.' }] } }

function open(answer: () => Promise<Response> = () => Promise.resolve(Response.json(found))) {
  const searches: (RequestInit & { path: string })[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    searches.push({ ...init, path })
    const stopped = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
    )
    return Promise.race([answer(), stopped])
  })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => {})
  const sent: { request: RunRequest; observer: RunObserver }[] = []
  let count = 0
  const newId = () => `id${(count += 1)}`
  const store = createChatStore({
    initial: createChat(['m'], newId),
    path: '/v1/chat/completions',
    newId,
    send: (request, observer) => {
      sent.push({ request, observer })
      const run = toRun('running', request.body)
      return { id: `r${sent.length}`, current: () => run, stop() {}, finished: Promise.resolve(run) }
    },
  })
  store.update(state => ({
    ...updateColumn(state, state.activeId, column => ({
      ...column,
      params: writeTools(column.params, [builtInTools.search_web, weather]),
    })),
    pending: { text: 'When is high tide?', images: [] },
  }))
  const reply = (index: number, ...calls: { name: string; arguments: string }[]) => {
    const entry = sent[index]
    const toolCalls = calls.map((called, at) => ({ index: at, id: `c${index}-${at}`, function: called }))
    const delta = calls.length > 0 ? { tool_calls: toolCalls } : { content: 'At noon.' }
    entry?.observer.onUpdate(
      toRun('done', entry.request.body, JSON.stringify({ choices: [{ index: 0, delta }] })),
    )
  }
  const roles = () => readPath(readActive(store.read()).conversation).map(({ message }) => message.role)
  const labels = () => readRounds(store.tools.read(), readActive(store.read())).map(({ label }) => label)
  return { store, sent, searches, reply, roles, labels }
}

function toRun(state: Run['state'], body: string, ...data: readonly string[]): Run {
  return {
    id: 'r',
    state,
    request: { method: 'POST', path: '/v1/chat/completions', body },
    response: { status: 200, headers: {}, body: null },
    events: data.map((text, index) => ({ number: index, atMs: index, bytes: 1, kind: 'data', data: text })),
    timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
    failure: null,
  }
}

test('a call of a built-in tool runs, and its result is sent back', async () => {
  const { store, sent, searches, reply, roles, labels } = open()
  store.run()

  reply(0, search)
  await expect.poll(() => sent).toHaveLength(2)

  expect(searches.map(({ path }) => path)).toEqual(['/api/run/v1/web'])
  expect(sent[1]?.request.body).toContain('The moon.')
  expect(store.tools.read().busy).toEqual([])
  reply(1)
  expect(roles()).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(labels()).toEqual(['Round 1', 'Round 1 · search_web'])
})

test('in a mixed turn the built-in call runs, and the turn waits for the answer by hand', async () => {
  const { store, sent, searches, reply } = open()
  store.run()

  reply(0, search, { name: 'get_weather', arguments: '{}' })
  await expect.poll(() => Object.values(store.read().toolAnswers)).toHaveLength(1)
  await expect.poll(() => store.tools.read().busy).toEqual([])

  expect(searches).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('an answer with hundreds of calls runs ten of them, and the model learns why', async () => {
  const { store, sent, searches, reply } = open()
  store.run()

  reply(0, ...Array.from({ length: 300 }, () => search))
  await vi.waitFor(() => expect(sent).toHaveLength(2))

  expect(searches).toHaveLength(10)
  expect(sent[1]?.request.body.match(/Not run: the limit is 10 calls per answer/g)).toHaveLength(290)
  expect(store.tools.read().busy).toEqual([])
})

test('calls run for five rounds, and then only on request', async () => {
  const { store, sent, searches, reply } = open()
  store.run()
  for (let round = 0; round < 5; round += 1) {
    reply(round, search)
    await expect.poll(() => sent).toHaveLength(round + 2)
  }

  reply(5, search)

  expect(store.tools.read().busy).toEqual([])
  expect(searches).toHaveLength(5)
  const last = readPath(readActive(store.read()).conversation).at(-1)
  store.tools.start(store.read().activeId, last?.id ?? '')
  await expect.poll(() => sent).toHaveLength(7)
})

test('Stop ends a running call: nothing is sent, and the column is free again', async () => {
  const { store, sent, searches, reply } = open(() => new Promise<Response>(() => {}))
  store.run()
  reply(0, search)
  await expect.poll(() => searches).toHaveLength(1)

  store.runs.stopAll()

  expect(store.tools.read().busy).toEqual([])
  await expect.poll(() => store.tools.read().runs.at(-1)?.run.state).toBe('stopped')
  expect([sent.length, store.read().toolAnswers]).toEqual([1, {}])
})
