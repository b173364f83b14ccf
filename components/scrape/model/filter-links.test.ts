import { expect, test } from 'vitest'
import { filterLinks, isWebAddress } from './filter-links.ts'

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

test('only http and https links are readable', () => {
  expect(
    [...links, 'javascript:alert(1)', 'data:text/html,x', 'http://', '//a.example'].filter(isWebAddress),
  ).toEqual([links[0], links[1], links[3]])
})
