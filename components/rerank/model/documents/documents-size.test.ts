import { expect, test } from 'vitest'
import { measureDocuments } from './documents-size.ts'

test('the bytes of the text to rank are counted', () => {
  expect(measureDocuments(['abc', 'é', { text: '日', title: 'not read' }], [])).toBe(3 + 2 + 3)
  expect(measureDocuments([{ text: 'not read', title: 'ab' }], ['title'])).toBe(2)
  expect(measureDocuments([], [])).toBe(0)
})
