import { expect, test } from 'vitest'
import { openBodies } from './draft-file.ts'
import { readChatState } from './read-chat-state.ts'

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
)
const saved = (change: (copy: Record<string, never>) => void): unknown => {
  const copy = JSON.parse(JSON.stringify({ ...state, variables: { a: '1' }, mocks: { f: '{}' } })) as Record<
    string,
    never
  >
  change(copy)
  return copy
}

test('a saved chat comes back as it was', () => {
  expect(readChatState(saved(() => undefined))).toEqual({
    ...state,
    variables: { a: '1' },
    mocks: { f: '{}' },
  })
})

test.each([
  null,
  5,
  'x',
  {},
  { columns: [] },
  { columns: [{}] },
  { columns: [{ id: 'a', params: {}, conversation: { turns: { t: {} } } }] },
])('%j is no chat', value => {
  expect(readChatState(value)).toBeNull()
})

test('a message that would break the page makes the chat unreadable', () => {
  const turns = JSON.stringify(state)
  for (const [from, to] of [
    ['"role":"user"', '"role":"root"'],
    ['"text":"q"', '"text":5'],
    ['"arguments":""', '"arguments":{}'],
    ['"content":null', '"content":7'],
  ] as const)
    expect(readChatState(JSON.parse(turns.replace(from, to)))).toBeNull()
})

test('an unknown active column falls back to the first, five columns are refused', () => {
  expect(readChatState({ ...state, activeId: 'gone' })?.activeId).toBe(state.columns[0]?.id)
  expect(readChatState({ ...state, columns: Array.from({ length: 5 }, () => state.columns[1]) })).toBeNull()
})
