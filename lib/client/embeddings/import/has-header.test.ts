import { expect, test } from 'vitest'
import { hasHeader } from './has-header.ts'

test.each([[['text']], [['Category', 'x']], [['id', 'Full name', 'note']]])('%j is a header', fields => {
  expect(hasHeader(fields)).toBe(true)
})

test.each([
  [['The cat sat on the mat.', 'animals']],
  [['hello']],
  [['1', '2']],
  [['yes', 'yes']],
  [['Good value for what it costs', 'shop']],
])('%j is a row', fields => {
  expect(hasHeader(fields)).toBe(false)
})
