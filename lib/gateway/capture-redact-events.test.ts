import { expect, test } from 'vitest'
import { redactEvents } from './capture-redact-events.ts'

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
const stream = (...pieces: readonly string[]) => JSON.stringify(pieces.map((piece, at) => [at, event(piece)]))

test('a stream without secrets is kept as it came', () => {
  const text = stream('Hel', 'lo "you"\n', '🙂')

  expect(redactEvents(text, true)).toBe(text)
})

test('a secret that comes in pieces is not kept in any of them', () => {
  const kept = redactEvents(stream('Your "key" is ', 'sk-', 'proj', '-abcd', 'efgh12345', ', keep it.'), true)

  expect(JSON.parse(kept)).toEqual([
    [0, event('Your "key" is sk-[redacted], keep it.')],
    [1, event('')],
    [2, event('')],
    [3, event('')],
    [4, event('')],
    [5, event('')],
  ])
})

test('one in arguments of a call is not, either', () => {
  const call = (given: string) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ function: { arguments: given } }] } }] })}\n\n`
  const kept = redactEvents(
    JSON.stringify([
      [0, call('{"password":"hun')],
      [1, call('ter2hunter2"}')],
    ]),
    true,
  )

  expect(kept).not.toMatch(/hun|ter2/)
})

test('one that is cut off with the stream is not, and what is left is as it was', () => {
  const pieces = ['My key is ', 'gl', 'pat-', 'abcdef'].map(event)
  const cut = [...pieces.slice(0, -1), pieces.at(-1)?.replace(/def.*/s, '')]

  const kept = redactEvents(JSON.stringify(cut.map((text, at) => [at, text])), false)

  expect(JSON.parse(kept)).toEqual([
    [0, event('My key is glpat-[redacted]')],
    [1, event('')],
    [2, event('')],
    [3, event('').replace(/"}.*/s, '')],
  ])
})
