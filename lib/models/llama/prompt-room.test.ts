import { expect, test } from 'vitest'
import { requireReadable, requireRoom } from './prompt-room.ts'

const refusal = expect.objectContaining({ code: 'context_length_exceeded', param: 'messages' })

test('a prompt must leave room for an answer', () => {
  expect(() => requireRoom(4094, 4096, 'm')).not.toThrow()
  expect(() => requireRoom(4095, 4096, 'm')).toThrow(refusal)
})

test('megabytes are turned away by their length', () => {
  const segments = (chars: number) => [{ text: 'x'.repeat(chars), marks: true }]

  expect(() => requireReadable(segments(4096 * 128), 4096, 'm')).not.toThrow()
  expect(() => requireReadable(segments(4096 * 128 + 1), 4096, 'm')).toThrow(refusal)
})
