import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChatState, createChat, readActive } from '#components/chat/model/chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { readBranch, readPath } from '#components/chat/model/conversation.ts'
import { openBodies } from './open-draft.ts'
import { reconcileBody, equalJson } from './reconcile-body.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}
const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const open = (messages: object[], newId = createIds()) => openBodies([{ model: 'm', messages }], newId)
const edit = (state: ChatState, messages: unknown, newId = createIds()) =>
  reconcileBody(state, state.activeId, { model: 'm', messages }, () => `new-${newId()}`)
const ids = (state: ChatState) => readPath(readActive(state).conversation).map(({ id }) => id)
const body = (state: ChatState) => toChatBody(state, readActive(state))

test('an opened body is sent unchanged', () => {
  const message = fc.oneof(
    fc.record({ role: fc.constantFrom('user', 'system', 'developer'), content: fc.string() }),
    fc.record({ role: fc.constant('assistant'), content: fc.string(), refusal: fc.constant(null) }),
    fc.record({ role: fc.constant('tool'), tool_call_id: fc.string(), content: fc.string() }),
  )
  const request = fc.record({
    model: fc.string(),
    messages: fc.array(message, { maxLength: 6 }),
    top_k: fc.integer(),
  })
  const noVariables = (value: object) => !JSON.stringify(value).includes('{{')

  fc.assert(
    fc.property(request.filter(noVariables), request.filter(noVariables), (first, second) => {
      const newId = createIds()
      const state = openBodies([first], newId)
      expect(body(state)).toEqual(first)
      expect(body(reconcileBody(state, state.activeId, second, newId))).toEqual(second)
    }),
  )
})

test('unchanged messages keep their turns around an edited one', () => {
  const state = open([user('a'), assistant('b'), user('c')])

  const edited = edit(state, [user('a'), assistant('B'), user('c')])

  expect(ids(edited)).toEqual(ids(state))
  expect(body(edited).messages).toEqual([user('a'), assistant('B'), user('c')])
})

test('removing a message keeps the turns of the others', () => {
  const state = open([user('a'), assistant('b'), user('c')])
  const [first, , last] = ids(state)

  expect(ids(edit(state, [user('a'), user('c')]))).toEqual([first, last])
})

test('an inserted message moves the rest below it', () => {
  const state = open([user('a'), user('c')])
  const [first, last] = ids(state)
  const edited = edit(state, [user('a'), assistant('b'), user('c')])

  expect(ids(edited)).toEqual([first, 'new-id1', last])
})

test('a message added at the end opens a branch next to the answered one', () => {
  const newId = createIds()
  const state = open([user('a')], newId)
  const edited = edit(state, [user('a'), user('b')])

  expect(body(edited).messages).toEqual([user('a'), user('b')])
  expect(readBranch(readActive(edited).conversation, 'new-id1')).toEqual({ index: 0, count: 1 })
})

test('the last user message belongs to the composer while it has text', () => {
  const state = {
    ...createChat(['m'], createIds()),
    pending: { text: 'Hi {{x}}', images: [] },
    variables: { x: '1' },
  }

  const same = edit(state, [user('Hi 1')])
  const other = edit(state, [user('Bye')])
  const none = edit(state, [])

  expect(same.pending.text).toBe('Hi {{x}}')
  expect(other.pending.text).toBe('Bye')
  expect(none.pending.text).toBe('')
  expect(ids(other)).toEqual([])
})

test('invalid messages are stored and sent unchanged, and can be fixed', () => {
  const state = open([user('a')])

  const broken = edit(state, 'nonsense')
  const mended = edit(broken, [user('a')])

  expect(body(broken).messages).toBe('nonsense')
  expect(body(mended)).toEqual({ model: 'm', messages: [user('a')] })
  expect(ids(mended)).toEqual(ids(state))
})

test('a body without messages is sent without generated ones', () => {
  const state = reconcileBody(open([]), 'id1', { model: 'm' }, createIds())

  expect(body(state)).toEqual({ model: 'm', messages: [] })
})

test('the order of keys and undefined keys do not count', () => {
  expect(equalJson({ a: 1, b: [{ c: null }], d: undefined }, { b: [{ c: null }], a: 1 })).toBe(true)
})

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, {}],
  [{ a: 1 }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], { 0: 1 }],
  [null, {}],
  ['1', 1],
  [{ a: null }, {}],
])('%j and %j differ', (a, b) => {
  expect(equalJson(a, b)).toBe(false)
  expect(equalJson(b, a)).toBe(false)
})
