import { expect, test } from 'vitest'
import { readWords } from './read-words.ts'
import { typicalWords } from './typical-words.ts'

test('words that all clusters share are typical of none', () => {
  const words = typicalWords([
    ['the cat purrs', 'the cat sleeps', 'my cat and the mouse', 'the old cat'],
    ['the train is late', 'a train for the sea', 'the last train', 'the slow train'],
  ])

  expect(words).toEqual([['cat'], ['train']])
})

test('a word of a single text is no topic', () => {
  const [words] = typicalWords([
    ['blue whale', 'blue sky', 'blue paint', 'blue zeppelin'],
    ['red rose', 'red car', 'red paint', 'red ink'],
  ])

  expect(words).toEqual(['blue'])
})

test('a cluster of nothing has no words', () => {
  expect(typicalWords([['', '!?'], ['some words here']])[0]).toEqual([])
})

test('words are read in any script, without numbers and signs', () => {
  expect(readWords('Größe 42: l’été naïve—co-op to')).toEqual(['größe', 'l’été', 'naïve', 'co-op'])
  expect(readWords('東京大学で研究する')).toContain('東京')
})
