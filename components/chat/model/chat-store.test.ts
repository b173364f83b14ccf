import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { RunObserver, RunRequest } from '#lib/client/send.ts'
import { createChat, readActive, updateColumn } from './chat-state.ts'
import { setApiFormat } from './draft/open-draft.ts'
import { continueText, createChatStore } from './chat-store.ts'
import { emptyConversation, readLast, readPath } from './conversation.ts'

const chunk = (delta: object) => JSON.stringify({ choices: [{ index: 0, delta }] })
const toRun = (state: Run['state'], body: string, data: readonly string[]): Run => ({
  id: 'r',
  state,
  request: { method: 'POST', path: '/p', body },
  response: { status: 200, headers: {}, body: null },
  events: data.map((text, index) => ({ number: index, atMs: index, bytes: 1, kind: 'data', data: text })),
  timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
  failure: null,
})

function open(models: readonly string[] = ['m']) {
  const sent: { request: RunRequest; observer: RunObserver; stopped: boolean }[] = []
  let count = 0
  const newId = () => `id${(count += 1)}`
  const store = createChatStore({
    initial: createChat(models, newId),
    path: '/p',
    newId,
    now: () => 0,
    send: (request, observer) => {
      const entry = { request, observer, stopped: false }
      sent.push(entry)
      return {
        id: 'r',
        current: () => toRun('running', request.body, []),
        stop: () => void (entry.stopped = true),
        finished: Promise.resolve(toRun('done', '', [])),
      }
    },
  })
  const write = (text: string) => store.update(state => ({ ...state, pending: { text, images: [] } }))
  const arrive = (index: number, state: Run['state'], ...data: string[]) =>
    sent[index]?.observer.onUpdate(toRun(state, sent[index]?.request.body ?? '', data))
  const path = () => readPath(readActive(store.read()).conversation)
  const bodyOf = (index: number) =>
    JSON.parse(sent[index]?.request.body ?? '{}') as { messages: { role: string; content: string }[] }
  return { store, sent, write, arrive, path, bodyOf }
}

test('nothing is sent before Run', () => {
  const { write, sent } = open()

  write('Hi')

  expect(sent).toEqual([])
})

test('a running answer is not part of the state until it ends, but is included in saved snapshots', () => {
  const { store, write, arrive, path } = open()
  write('Hi')
  store.run()
  arrive(0, 'running', chunk({ content: 'Hel' }))

  expect(path().at(-1)?.message.content).toBe('')
  expect(readLast(readActive(store.readWithPartials()).conversation)?.message.content).toBe('Hel')

  arrive(0, 'done', chunk({ content: 'Hel' }), chunk({ content: 'lo' }))
  expect(path().at(-1)).toMatchObject({ message: { content: 'Hello' }, answer: { state: 'done' } })
})

test('a column in the format of the Messages API is sent there, and its calls are answered in it', async () => {
  const { store, sent, arrive } = open(['a', 'b'])
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const params = { model: 'a', max_tokens: 9, tools }
  const id = store.read().columns[0]?.id ?? ''
  store.update(state => ({
    ...setApiFormat(
      updateColumn(state, id, column => ({ ...column, params })),
      id,
      'messages',
    ),
    pending: { text: 'Hi', images: [] },
  }))
  await store.adapters.load('messages')
  store.run()

  expect(sent.map(({ request }) => request.path)).toEqual(['/v1/messages', '/v1/chat/completions'])
  const thought = { type: 'thinking', thinking: 'Hm', signature: 's' }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: 1 } }
  const message = { type: 'message', content: [thought, call], stop_reason: 'tool_use', usage: {} }
  const request = { method: 'POST' as const, path: '/v1/messages', body: '{}' }
  const response = { status: 200, headers: {}, body: JSON.stringify(message) }
  sent[0]?.observer.onUpdate({ ...toRun('done', '', []), request, response })

  const turn = readLast(store.read().columns[0]?.conversation ?? emptyConversation)
  expect(turn?.message).toMatchObject({ tool_calls: [{ id: 'toolu_1' }], thinking_blocks: [thought] })
  store.sendToolAnswers(id, turn?.id ?? '', [{ callId: 'toolu_1', content: 'one' }])

  expect(JSON.parse(sent[2]?.request.body ?? '')).toEqual({
    model: 'a',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thought, call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' }] },
    ],
    tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
  })

  arrive(1, 'done')
  arrive(2, 'done')
  store.update(state => ({ ...setApiFormat(state, id, 'chat'), pending: { text: 'Bye', images: [] } }))
  store.run()
  expect(sent[3]?.request).toMatchObject({ path: '/v1/chat/completions' })
  expect(sent[3]?.request.body).not.toContain('thinking_blocks')
})

test('a second Run during a run does nothing', () => {
  const { store, write, sent } = open()
  write('Hi')
  store.run()
  store.run()
  store.runAfter('id1', null)

  expect(sent).toHaveLength(1)
})

test('two columns run together and can be stopped separately', () => {
  const { store, write, sent } = open(['a', 'b'])
  write('Hi')
  store.run()

  store.runs.stop('id2')

  expect(sent.map(({ stopped }) => stopped)).toEqual([false, true])
})

test('editing and running repeats the question in every column that has it', () => {
  const { store, write, sent, arrive, path, bodyOf } = open(['a', 'b'])
  write('Hi')
  store.run()
  arrive(0, 'done')
  arrive(1, 'done')

  store.editAndRun('id1', path()[0]?.id ?? '', { role: 'user', content: 'Bye' })

  expect(sent).toHaveLength(4)
  expect([2, 3].map(index => bodyOf(index).messages)).toEqual([
    [{ role: 'user', content: 'Bye' }],
    [{ role: 'user', content: 'Bye' }],
  ])
})

test('tool answers are sent with the ids of their calls, and no tool runs by itself', () => {
  const { store, write, sent, arrive, path, bodyOf } = open()
  const call = { index: 0, id: 'call_1', function: { name: 'f', arguments: '{}' } }
  write('Hi')
  store.run()
  arrive(0, 'done', chunk({ tool_calls: [call] }))
  expect(sent).toHaveLength(1)

  store.sendToolAnswers('id1', path().at(-1)?.id ?? '', [{ callId: 'call_1', content: '42' }])

  expect(bodyOf(1).messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: call.function }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '42' },
  ])
})

test('a stopped answer continues after its text', () => {
  const { store, write, arrive, path, bodyOf } = open()
  write('Hi')
  store.run()
  arrive(0, 'stopped', chunk({ content: 'Half' }))

  store.continueAnswer('id1', path().at(-1)?.id ?? '')

  expect(bodyOf(1).messages).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Half' },
    { role: 'user', content: continueText },
  ])
})

test('listeners are called on changes only', () => {
  const { store, write } = open()
  let heard = 0
  const stop = store.subscribe(() => void (heard += 1))

  store.update(state => state)
  write('a')
  stop()
  write('b')

  expect(heard).toBe(1)
})
