import { expect, test } from 'vitest'
import { toLibraryWords, toQueryWords } from './library-words.ts'

test.each([
  ['Llamas’ WOOL', ['llama', 'wool']],
  ['Ärger naïve', ['arger', 'naive']],
  ['llama-wool "x" * OR', ['llama', 'wool', 'x', 'or']],
  ['*-"', []],
  ['２０２６年', ['2026', '年']],
])('%j is found by %j', (text, words) => {
  expect(toLibraryWords(text)).toEqual(words)
})

test('pairs of characters are words in scripts without spaces', () => {
  expect(toLibraryWords('学习汉语')).toEqual(expect.arrayContaining(['学习', '习汉', '汉语']))
  expect(toLibraryWords('東京 ok')).toEqual(expect.arrayContaining(['東京', 'ok']))
})

test('a very long word is truncated', () => {
  expect(Math.max(...toLibraryWords('x'.repeat(10_000)).map(word => word.length))).toBe(64)
})

test('function words of a question are no search terms, unless there are no others', () => {
  expect(toQueryWords('What does the vet say about the llamas?')).toEqual(['vet', 'say', 'about', 'llama'])
  expect(toQueryWords('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
  expect(toQueryWords('汉语')).toEqual(['汉语'])
})
