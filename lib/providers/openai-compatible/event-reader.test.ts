import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventReader, EventTooLarge } from './event-reader.ts'

function read(parts: readonly (string | Buffer)[], charsMax?: number) {
  const data: string[] = []
  const comments: string[] = []
  const sink = {
    data: (text: string) => void data.push(text),
    comment: (text: string) => void comments.push(text),
  }
  const reader = new EventReader(sink, charsMax)
  for (const part of parts) reader.push(Buffer.from(part))
  reader.end()
  return { data, comments }
}

test.each([
  ['LF', 'data: a\n\ndata: b\n\n', ['a', 'b']],
  ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
  ['mixed ends', 'data: a\r\n\ndata: b\n\r', ['a', 'b']],
  ['no space', 'data:a\n\n', ['a']],
  ['two spaces', 'data:  a\n\n', [' a']],
  ['several lines', 'data: a\ndata: b\ndata:\n\n', ['a\nb\n']],
  ['other fields', 'event: x\nid: 1\nretry: 5\ndata: a\n\n', ['a']],
  ['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
  ['no empty line at the end', 'data: a\n\ndata: b', ['a', 'b']],
  ['events without data', 'event: ping\n\n\n\ndata: a\n\n', ['a']],
  ['an empty event', 'data\ndata:\n\n', ['']],
])('reads %s', (_, text, expected) => {
  expect(read([text]).data).toEqual(expected)
})

test('comments are reported separately, between and inside events', () => {
  expect(read([': OPENROUTER PROCESSING\n\n:queued 3\ndata: a\n:x\n\n'])).toEqual({
    data: ['a'],
    comments: ['OPENROUTER PROCESSING', 'queued 3', 'x'],
  })
})

test('however the bytes are split, the events are the same', () => {
  const text = '\uFEFF: hi\r\ndata: Grüße 日本語 🙂\r\n\r\ndata: {"a":1}\ndata: 2\n\ndata: c\r\rdata: 🙃\n\n'
  const bytes = Buffer.from(text)
  const whole = read([bytes])

  expect(whole.data).toEqual(['Grüße 日本語 🙂', '{"a":1}\n2', 'c', '🙃'])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 40 }), cuts => {
      const positions = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const parts = positions.slice(1).map((end, at) => bytes.subarray(positions[at], end))
      expect(read(parts)).toEqual(whole)
    }),
  )
})

test('the size of an event is limited, in one line or many', () => {
  expect(() => read(['data: ', 'x'.repeat(60), 'x'.repeat(60)], 100)).toThrow(EventTooLarge)
  expect(() => read([`data: ${'x'.repeat(60)}\ndata: ${'x'.repeat(60)}\n`], 100)).toThrow(EventTooLarge)
  expect(read([`data: ${'x'.repeat(90)}\n\n`.repeat(5)], 100).data.length).toBe(5)
})

test('a large event takes time in proportion to its size', () => {
  const part = 'x'.repeat(64 * 1024)
  const startedAt = performance.now()

  const { data } = read(['data: ', ...Array.from({ length: 120 }, () => part), '\n\n'])

  expect(data[0]?.length).toBe(120 * part.length)
  expect(performance.now() - startedAt).toBeLessThan(3000)
})
