import { expect, test } from 'vitest'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import { mapText, readImages, readSaid, readText, replaceText, toUserMessage } from './message-text.ts'

const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } }

test('a message with images is sent as parts, one without as plain text', () => {
  expect(toUserMessage({ text: 'Hi', images: [] })).toEqual({ role: 'user', content: 'Hi' })
  expect(toUserMessage({ text: 'Hi', images: [image] })).toEqual({
    role: 'user',
    content: [{ type: 'text', text: 'Hi' }, image],
  })
  expect(toUserMessage({ text: '', images: [image] })).toEqual({ role: 'user', content: [image] })
})

test('text is read from strings, parts and missing content', () => {
  expect(readText(toUserMessage({ text: 'Hi', images: [image] }))).toBe('Hi')
  expect(readText({ role: 'assistant', content: null })).toBe('')
  expect(
    readText({
      role: 'tool',
      tool_call_id: 'c',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }),
  ).toBe('ab')
})

test('images are read from user messages only', () => {
  expect(readImages(toUserMessage({ text: 'Hi', images: [image] }))).toEqual([image])
  expect(readImages({ role: 'system', content: 'x' })).toEqual([])
})

test('mapping changes user and system text, not model or tool output', () => {
  const upper = (text: string) => text.toUpperCase()

  expect(mapText({ role: 'system', content: 'a' }, upper)).toEqual({ role: 'system', content: 'A' })
  expect(mapText(toUserMessage({ text: 'a', images: [image] }), upper)).toEqual(
    toUserMessage({ text: 'A', images: [image] }),
  )
  const answer: ChatMessage = { role: 'assistant', content: 'a' }
  expect(mapText(answer, upper)).toBe(answer)
})

test('replacing the text keeps images, calls and ids', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }

  expect(replaceText(toUserMessage({ text: 'a', images: [image] }), 'b')).toEqual(
    toUserMessage({ text: 'b', images: [image] }),
  )
  expect(replaceText({ role: 'assistant', content: 'a', tool_calls: [call] }, '')).toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [call],
  })
  expect(replaceText({ role: 'tool', tool_call_id: 'c', content: 'a' }, 'b')).toEqual({
    role: 'tool',
    tool_call_id: 'c',
    content: 'b',
  })
})

test('an answer with tool calls only still has text', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{"x":1}' } }

  expect(readSaid({ role: 'assistant', content: null, tool_calls: [call] })).toBe('f({"x":1})')
  expect(readSaid({ role: 'assistant', content: 'Let me see.', tool_calls: [call] })).toBe(
    'Let me see.\nf({"x":1})',
  )
  expect(readSaid({ role: 'user', content: 'Hi' })).toBe('Hi')
})
