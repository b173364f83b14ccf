import { expect, test } from 'vitest'
import { conversationBeginning } from './conversation-beginning.ts'

const opening = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello' },
]
const chat = { model: 'team-chat', tools: [{ type: 'function' }], messages: opening }

test('later turns of a conversation have the beginning of the first', () => {
  const later = [...opening, { role: 'assistant', content: 'Hi' }, { role: 'user', content: 'More' }]

  expect(conversationBeginning({ ...chat, messages: later })).toBe(conversationBeginning(chat))
})

test.each([
  ['another model', { ...chat, model: 'other' }],
  ['other tools', { ...chat, tools: [] }],
  ['another system prompt', { ...chat, messages: [{ role: 'system', content: 'Be long.' }, opening[1]] }],
  ['another first message', { ...chat, messages: [opening[0], { role: 'user', content: 'Bye' }] }],
  ['other instructions', { ...chat, instructions: 'Rhyme.' }],
])('%s is another conversation', (_, other) => {
  expect(conversationBeginning(other)).not.toBe(conversationBeginning(chat))
})

test('a text as the input of the Responses API is read too', () => {
  expect(conversationBeginning({ model: 'm', input: 'a' })).not.toBe(
    conversationBeginning({ model: 'm', input: 'b' }),
  )
})

test('a text and a message with that text begin the same conversation, as for stored responses', () => {
  const part = { type: 'input_text', text: 'Hello' }
  const first = conversationBeginning({ model: 'm', input: 'Hello' })

  for (const content of ['Hello', [part]]) {
    const input = [
      { type: 'message', role: 'user', content },
      { role: 'assistant', content: 'Hi' },
    ]
    expect(conversationBeginning({ model: 'm', input })).toBe(first)
  }
})
