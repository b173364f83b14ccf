import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

test('a period after an initial, a title or a number does not end a sentence', () => {
  expect(splitSentences('J. R. Smith met Dr. Jones. They left.\n1. First')).toEqual([
    'J. R. Smith met Dr. Jones. ',
    'They left.\n',
    '1. First',
  ])
})

// Rescanning from the start at each period would take a minute.
test('a page full of initials is processed quickly', () => {
  expect(splitSentences('A. '.repeat(33_000))).toHaveLength(1)
})
