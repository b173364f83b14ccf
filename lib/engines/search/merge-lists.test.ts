import { expect, test } from 'vitest'
import { mergeLists } from './merge-lists.ts'

function list(backend: string, ...urls: readonly string[]) {
  return urls.map((url, index) => ({ title: 'T', url, content: 'C', backend, rank: index + 1 }))
}

test('a single list keeps its order and loses what it has twice', () => {
  const merged = mergeLists([
    list('a', 'https://x.example/1', 'http://www.x.example/1/', 'https://x.example/2'),
  ])

  expect(merged.map(({ url }) => url)).toEqual(['https://x.example/1', 'https://x.example/2'])
})

test('what two lists have goes before what one has', () => {
  const merged = mergeLists([
    list('a', 'https://x.example/1', 'https://x.example/2'),
    list('b', 'https://x.example/3', 'https://x.example/2#part'),
  ])

  expect(merged.map(({ url }) => url)).toEqual([
    'https://x.example/2',
    'https://x.example/1',
    'https://x.example/3',
  ])
})
