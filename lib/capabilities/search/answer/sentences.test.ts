import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

test('a full stop after an initial, a title or a number ends no sentence', () => {
  expect(splitSentences('J. R. Smith met Dr. Jones. They left.\n1. First')).toEqual([
    'J. R. Smith met Dr. Jones. ',
    'They left.\n',
    '1. First',
  ])
})

// Read again from its beginning at each full stop it would take a minute.
test('a page full of initials keeps nobody waiting', () => {
  expect(splitSentences('A. '.repeat(33_000))).toHaveLength(1)
})
