import { expect, test } from 'vitest'
import { readWords } from './read-words.ts'
import { typicalWords } from './typical-words.ts'

const padded = (...texts: string[]) => [...texts, ...texts, ...texts]

test('words that all clusters share are typical of none, in any language', () => {
  const words = typicalWords([
    padded('ang pusa dito', 'ang pusa roon', 'ang itim pusa'),
    padded('ang tren dito', 'ang tren roon', 'ang itim tren'),
  ])

  expect(words).toEqual([['pusa'], ['tren']])
})

test('function words are typical of nothing, even of a single text', () => {
  const words = typicalWords([
    ['Where have they been?'],
    ['Wir sind nicht für den Zug'],
    ['What’s with the parcel'],
  ])

  expect(words).toEqual([[], ['zug'], ['parcel']])
})

test('in a small cluster the words of the text in its middle come first', () => {
  const [words] = typicalWords([
    ['late parcel', 'missing letter'],
    ['red rose', 'red car'],
  ])

  expect(words).toEqual(['late', 'parcel', 'missing'])
})

test('words of a single text come last in a small cluster, and are no topic of a large one', () => {
  const red = ['red rose', 'red car', 'red paint']
  const [small] = typicalWords([['huge whale', 'blue sky', 'blue paint'], red])
  const [large] = typicalWords([['huge whale', ...Array.from({ length: 60 }, () => 'blue')], red])

  expect(small).toEqual(['blue', 'huge', 'whale'])
  expect(large).toEqual(['blue'])
})

test('a cluster of nothing has no words', () => {
  expect(typicalWords([['', '!?'], ['some words here']])[0]).toEqual([])
})

test('words are read in any script, without numbers and signs', () => {
  expect(readWords('Größe 42: l’été naïve—co-op to')).toEqual(['größe', 'l’été', 'naïve', 'co-op'])
  expect(readWords('東京大学で研究する')).toContain('東京')
})

test('a letter held down, or marks heaped on one, is no word', () => {
  expect(readWords(`red ${'x'.repeat(500)} z${'\u0301'.repeat(300)} car`)).toEqual(['red', 'car'])
})
