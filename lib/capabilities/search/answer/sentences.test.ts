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

test('a number begins a sentence after a word or a year, not after an abbreviation', () => {
  expect(splitSentences('It ended in 1642. 3,400 soldiers died.')).toEqual([
    'It ended in 1642. ',
    '3,400 soldiers died.',
  ])
  expect(splitSentences('It was loud. 20 horns blew.')).toHaveLength(2)
  expect(splitSentences('See No. 5 of it.')).toHaveLength(1)
  expect(splitSentences('It grew by approx. 30 percent.')).toHaveLength(1)
})
