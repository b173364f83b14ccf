import { expect, test } from 'vitest'
import { filterLinks } from './filter-links.ts'

const links = [
  'https://a.example/Docs/one',
  'https://a.example/%E6%BD%AE',
  'mailto:a@b.example',
  'https://a.example/%',
]

test('links are filtered by every word, ignoring case, including decoded URLs', () => {
  expect(filterLinks(links, ' docs ONE ')).toEqual([links[0]])
  expect(filterLinks(links, '潮')).toEqual([links[1]])
  expect(filterLinks(links, '/%')).toContain(links[3])
  expect(filterLinks(links, ' ')).toBe(links)
  expect(filterLinks(links, 'nothing')).toEqual([])
})
