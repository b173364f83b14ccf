import { expect, test } from 'vitest'
import { readRobotsRules } from './robots-rules.ts'

const url = 'https://a.example/robots.txt'
const allowed = (text: string, path: string): boolean =>
  readRobotsRules(url, text).allows(`https://a.example${path}`)

test.each([
  ['the longest rule wins', 'Disallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['allow wins a tie', 'Disallow: /a\nAllow: /a', '/a', true],
  ['an end', 'Disallow: /*.php$', '/x.php', false],
  ['beyond the end', 'Disallow: /*.php$', '/x.php?a=1', true],
  ['a query', 'Disallow: /*?sort=', '/list?sort=up', false],
  ['nothing is forbidden', 'Disallow:', '/a', true],
  ['a comment', 'Disallow: /a # not /b', '/b', true],
])('%s', (_, rules, path, expected) => {
  expect(allowed(`User-agent: *\n${rules}`, path)).toBe(expected)
})

test('a group for this product by name takes the place of the general one', () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: SEXTANT\nDisallow: /private'

  expect(allowed(text, '/a')).toBe(true)
  expect(allowed(text, '/private/a')).toBe(false)
})

test('rules of a host count for both schemes', () => {
  expect(readRobotsRules(url, 'User-agent: *\nDisallow: /a').allows('http://a.example/a')).toBe(false)
})

test.each([
  ['User-agent: *\nCrawl-delay: 2', 2000],
  ['User-agent: *\nCrawl-delay: 999999', 10_000],
  ['User-agent: *\nCrawl-delay: -5', 0],
  ['User-agent: *\nCrawl-delay: soon', 0],
  ['User-agent: other\nCrawl-delay: 5', 0],
])('%j asks for %i ms', (text, gapMs) => {
  expect(readRobotsRules(url, text).gapMs).toBe(gapMs)
})

test('sitemaps are resolved, each once, whatever group they stand in', () => {
  const text =
    'Sitemap: /a.xml\nUser-agent: x\nsitemap: https://cdn.example/b?c=1\nSitemap: /a.xml\nSitemap: http://'

  expect(readRobotsRules(url, text).sitemaps).toEqual([
    'https://a.example/a.xml',
    'https://cdn.example/b?c=1',
  ])
})
