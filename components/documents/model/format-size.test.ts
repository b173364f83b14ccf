import { expect, test } from 'vitest'
import { readDocument } from './read-document.ts'
import { formatSize } from './format-size.ts'

function sizeOf(extras: object): string {
  const answer = { status: true, content: 'Tides and boats.', type: 'x', error: '', ...extras }
  const document = readDocument({ response: { status: 200, headers: {}, body: JSON.stringify(answer) } })
  return document === null ? 'no document' : formatSize(document)
}

const block = { type: 'paragraph', start: 0, end: 5 }

test.each([
  ['pages', { details: { blocks: [{ ...block, page: 3 }] } }, '3 pages · ≈ 4 tok'],
  ['slides', { details: { blocks: [{ ...block, page: 2, slide: 2 }] } }, '2 slides · ≈ 4 tok'],
  ['a sheet', { details: { blocks: [{ ...block, page: 1, sheet: 'Fees' }] } }, '1 sheet · ≈ 4 tok'],
  [
    'a recording, which has no pages',
    { segments: [{ start: 0, end: 1, text: 'Tides' }], details: { blocks: [{ ...block, page: 1 }] } },
    '≈ 4 tok',
  ],
  ['a document without page counts', {}, '≈ 4 tok'],
])('the pages of %s have their own name', (_, extras, words) => {
  expect(sizeOf(extras)).toBe(words)
})

test('a picture without text is no count of 0 tokens, and names OCR when that is missing', () => {
  const warnings = [{ code: 'ocr_needed', message: 'No text', pages: [1] }]

  expect(sizeOf({ content: '', warnings })).toBe('1 page · no text without OCR')
  expect(sizeOf({ content: '' })).toBe('no text')
})
