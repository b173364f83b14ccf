import { expect, test } from 'vitest'
import { rankWords, toInformative, toWordWeight } from './rank-words.ts'

test('words that more than a fifth of a large library have are dropped, the rarest come first', () => {
  const words = [
    { word: 'the', count: 9000 },
    { word: 'wool', count: 2000 },
    { word: 'llama', count: 3 },
  ]

  expect(toInformative(words, 10_000).map(({ word }) => word)).toEqual(['llama', 'wool'])
  expect(toInformative(words.slice(0, 1), 10_000).map(({ word }) => word)).toEqual(['the'])
})

test('BM25: rare words count more, long chunks less, and a chunk without any word is left out', () => {
  const weights = new Map([
    ['wool', toWordWeight(40, 100)],
    ['llama', toWordWeight(2, 100)],
  ])
  const chunks = [
    { id: 1, words: 'wool wool wool and more of it' },
    { id: 2, words: 'a llama on a hill with many other animals in spring' },
    { id: 3, words: 'a llama on a hill' },
    { id: 4, words: 'nothing of this' },
  ]

  expect(rankWords(chunks, weights).map(({ id }) => id)).toEqual([3, 2, 1])
})

test('a word that most chunks have still finds them', () => {
  const weights = new Map([['grass', toWordWeight(90, 100)]])

  expect(rankWords([{ id: 7, words: 'grass' }], weights)).toHaveLength(1)
  expect(rankWords([], weights)).toEqual([])
})
