import { expect, test, vi, describe } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { RunObserver } from '#lib/client/send.ts'
import { createAdapterLoader } from '#components/chat/model/api-format/adapter-loader.ts'
import { chatAdapter } from '#components/chat/model/api-format/chat-adapter.ts'
import type { FormatAdapter } from '#components/chat/model/api-format/format-adapter.ts'
import { messagesAdapter } from '#components/chat/model/api-format/messages-adapter.ts'
import { createPlayground } from '#components/playground/run/model/create-playground.ts'
import { createLiveRuns, type LiveRun, replayRecord } from './live-runs.ts'
import { noProgress, readProgress, readRecord } from './read-record.ts'

const run: Run = {
  id: 'run_1',
  state: 'running',
  request: { method: 'POST', path: '/p', body: '{}' },
  response: null,
  events: [],
  timing: { startedAt: 0, firstMs: null, totalMs: null },
  failure: null,
}
const content = (number: number, text: string) => ({
  number,
  atMs: number,
  bytes: 1,
  kind: 'data' as const,
  data: JSON.stringify({ choices: [{ delta: { content: text } }] }),
})

function begin() {
  const observers: RunObserver[] = []
  const stop = vi.fn<() => void>()
  const settled: LiveRun[] = []
  const playground = createPlayground({
    initial: null,
    path: '/p',
    newId: () => 'id',
    send: (_request, observer) => {
      observers.push(observer)
      return { id: 'run_1', current: () => run, stop, finished: Promise.resolve(run) }
    },
  })
  const runs = createLiveRuns(playground, live => settled.push(live), createAdapterLoader())
  runs.start({ columnId: 'c', turnId: 't', model: 'm', body: {}, apiFormat: 'chat' })
  return {
    runs,
    settled,
    stop,
    update: (next: Run) => observers.forEach(observer => observer.onUpdate(next)),
    observers,
  }
}

test('a running request is found by its column and its turn', () => {
  const { runs, update } = begin()
  const heard = vi.fn<() => void>()
  runs.subscribe(heard)

  update({ ...run, events: [content(1, 'a')] })
  update({ ...run, events: [content(1, 'a'), content(2, 'b')] })

  expect(runs.readTurn('t')?.record.answer.choices[0]?.content).toBe('ab')
  expect(runs.readColumn('c')?.run.events).toHaveLength(2)
  expect(runs.readRunning()).toHaveLength(1)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a finished run is settled once and stays the run of its column', () => {
  const { runs, settled, update } = begin()

  update({ ...run, state: 'stopped', events: [content(1, 'half')] })

  expect(settled).toHaveLength(1)
  expect(settled[0]?.record).toMatchObject({ state: 'stopped', answer: { choices: [{ content: 'half' }] } })
  expect(runs.readTurn('t')).toBeNull()
  expect(runs.readColumn('c')?.run.state).toBe('stopped')
})

test('a column has at most one running request', () => {
  const { runs, observers, update } = begin()

  runs.start({ columnId: 'c', turnId: 't2', model: 'm', body: {}, apiFormat: 'chat' })
  expect(observers).toHaveLength(1)

  update({ ...run, state: 'done' })
  runs.start({ columnId: 'c', turnId: 't2', model: 'm', body: {}, apiFormat: 'chat' })
  expect(observers).toHaveLength(2)
})

test('stop affects only the running request of its column', () => {
  const { runs, stop, update } = begin()

  runs.stop('other')
  expect(stop).not.toHaveBeenCalled()
  runs.stop('c')
  runs.stopAll()
  expect(stop).toHaveBeenCalledTimes(2)
  update({ ...run, state: 'stopped' })
  runs.stopAll()
  expect(stop).toHaveBeenCalledTimes(2)
})

test('late events of a closed chat change nothing, and its column is free', () => {
  const { runs, settled, stop, update, observers } = begin()
  const [left] = observers

  runs.clear()
  update({ ...run, state: 'stopped', events: [content(1, 'late')] })

  expect(stop).toHaveBeenCalledOnce()
  expect(settled).toEqual([])
  expect(runs.readColumn('c')).toBeNull()
  expect(runs.readRunning()).toEqual([])
  runs.start({ columnId: 'c', turnId: 't2', model: 'm', body: {}, apiFormat: 'chat' })
  left?.onUpdate({ ...run, state: 'done' })
  expect(runs.readColumn('c')).toMatchObject({ turnId: 't2', run: { state: 'running' } })
})

test('a run whose format is loading is sent when it is there, and shows nothing until then', async () => {
  const { runs, sent, update, load } = openLater()
  runs.start(later)

  expect(runs.readTurn('t')?.record).toMatchObject({ state: 'running', answer: { choices: [] } })
  load()
  expect(await sent).toBe('{"model":"m","max_tokens":4096,"messages":[]}')
  update({ ...run, events: [messageEvent('a')] })

  expect(runs.readTurn('t')?.record.answer.choices[0]?.content).toBe('a')
})

test('a run whose format cannot be loaded fails with what to do', async () => {
  const { runs, sent, fail } = openLater()
  runs.start(later)

  fail()

  await expect(sent).rejects.toThrow('The Messages format could not be loaded.')
})

test.each([
  ['load', { state: 'running', answer: { choices: [{ content: 'a' }] } }],
  ['fail', { state: 'failed', failure: { kind: 'unreachable' } }],
] as const)(
  'a replay whose format is loading is shown when its load ends (%s)',
  async (outcome, expected) => {
    const { runs, ...source } = openLater()
    const events = [messageEvent('a'), messageEvent('b')]
    runs.restore('c', 't', { ...messagesRun, state: 'done', events }, doneRecord)

    runs.replay('c', 1)
    expect(runs.readReplay('t')).toMatchObject({ state: 'running', answer: { choices: [] } })
    const shown = new Promise<void>(resolve => void runs.subscribe(resolve))
    source[outcome]()
    await shown

    expect(runs.readReplay('t')).toMatchObject(expected)
  },
)

const later = {
  columnId: 'c',
  turnId: 't',
  model: 'm',
  body: { model: 'm', messages: [] },
  apiFormat: 'messages',
} as const
const messagesRun: Run = { ...run, request: { ...run.request, path: '/v1/messages' } }
const doneRecord = readRecord(
  { ...run, state: 'done' },
  { model: 'm', sentBytes: 2, schema: null },
  noProgress,
  chatAdapter,
)
const messageEvent = (text: string) => ({
  ...content(1, ''),
  data: JSON.stringify({ type: 'content_block_delta', delta: { type: 'text_delta', text } }),
})

/** Runs in a format that loads when the test says so. */
function openLater() {
  const observers: RunObserver[] = []
  const source = Promise.withResolvers<FormatAdapter>()
  const request = Promise.withResolvers<Promise<string>>()
  const playground = createPlayground({
    initial: null,
    path: '/p',
    newId: () => 'id',
    send: ({ body, pendingBody }, observer) => {
      observers.push(observer)
      request.resolve(pendingBody ?? Promise.resolve(body))
      return { id: 'run_1', current: () => messagesRun, stop: () => {}, finished: Promise.resolve(run) }
    },
  })
  const adapters = createAdapterLoader({
    chat: () => Promise.resolve(chatAdapter),
    messages: () => source.promise,
    responses: () => source.promise,
  })
  return {
    runs: createLiveRuns(playground, () => {}, adapters),
    sent: request.promise.then(body => body),
    update: (next: Run) => observers.forEach(observer => observer.onUpdate(next)),
    load: () => source.resolve(messagesAdapter),
    fail: () => source.reject(new Error('404')),
  }
}

test('a run is replayed up to an event, and complete again afterwards', () => {
  const { runs, update } = begin()
  update({ ...run, state: 'done', events: [content(1, 'a'), content(2, 'b')] })

  runs.replay('c', 1)
  expect(runs.readReplay('t')?.answer.choices[0]?.content).toBe('a')
  expect(runs.readReplay('other')).toBeNull()
  expect(runs.readRunning()).toEqual([])
  runs.replay('c', null)
  expect(runs.readReplay('t')).toBeNull()
})

describe('replay record', () => {
  const words = ['one ', 'two ', 'three']
  const run: Run = {
    id: 'run_1',
    state: 'interrupted',
    request: { method: 'POST', path: '/p', body: '{}' },
    response: null,
    events: words.map((content, index) => ({
      number: index + 1,
      atMs: (index + 1) * 100,
      bytes: 1,
      kind: 'data',
      data: JSON.stringify({ choices: [{ delta: { content } }] }),
    })),
    timing: { startedAt: 0, firstMs: 100, totalMs: 400 },
    failure: { kind: 'offline' },
  }
  const progress = readProgress(noProgress, run, chatAdapter)
  const record = readRecord(run, { model: 'm', sentBytes: 2, schema: null }, progress, chatAdapter)
  const adapter = { status: 'ready', adapter: chatAdapter } as const

  test.each([
    [0, undefined, null],
    [1, 'one ', 100],
    [2, 'one two ', 100],
  ])('after %i events the text is %s', (count, content, firstMs) => {
    const shown = replayRecord({ record, run }, count, adapter)

    expect(shown.answer.choices[0]?.content).toBe(content)
    expect(shown).toMatchObject({ state: 'running', firstMs, totalMs: null, failure: null })
  })

  test('after the last event it is the answer itself, its failure included', () => {
    expect(replayRecord({ record, run }, 3, adapter)).toBe(record)
  })
})
