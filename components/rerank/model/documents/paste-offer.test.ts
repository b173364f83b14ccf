import { expect, test } from 'vitest'
import { readPasteOffer, splitLines } from './paste-offer.ts'

test('several lines can become several documents', () => {
  expect(readPasteOffer('one\n\ntwo', [])).toEqual({ kind: 'lines', documents: ['one', 'two'] })
})

test('a pasted list is validated item by item', () => {
  expect(readPasteOffer('["a", {"text":"b"}, 3]', [])).toMatchObject({
    kind: 'items',
    documents: ['a', { text: 'b' }, 3],
    problems: [{ index: 2 }],
  })
})

test.each(['one line', '', '[not json]', '[]', '{"text":"a"}'])('%j is one document', text => {
  expect(readPasteOffer(text, [])).toBeNull()
})

test('every kind of line ending separates lines; empty ones are skipped', () => {
  expect(splitLines('one\r\n\n  two \r three\n')).toEqual(['one', 'two', 'three'])
  expect(splitLines(' \n')).toEqual([])
})
