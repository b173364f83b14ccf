import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { expect, test } from 'vitest'
import { readRobotsRules } from './fetch-robots.ts'

const url = 'https://a.example/robots.txt'
const allowed = (text: string, path: string): boolean =>
  readRobotsRules(url, text).allows(`https://a.example${path}`)

test.each([
  ['the longest rule wins', 'Disallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['allow wins a tie', 'Disallow: /a\nAllow: /a', '/a', true],
  ['an end', 'Disallow: /*.php$', '/x.php', false],
  ['beyond the end', 'Disallow: /*.php$', '/x.php?a=1', true],
  ['a query', 'Disallow: /*?sort=', '/list?sort=up', false],
  ['empty rule', 'Disallow:', '/a', true],
  ['a comment', 'Disallow: /a # not /b', '/b', true],
])('%s', (_, rules, path, expected) => {
  expect(allowed(`User-agent: *\n${rules}`, path)).toBe(expected)
})

test('a group for this crawler by name replaces the general one', () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: SEXTANT\nDisallow: /private'

  expect(allowed(text, '/a')).toBe(true)
  expect(allowed(text, '/private/a')).toBe(false)
})

test('rules of a host apply to both schemes', () => {
  expect(readRobotsRules(url, 'User-agent: *\nDisallow: /a').allows('http://a.example/a')).toBe(false)
})

test.each([
  ['User-agent: *\nCrawl-delay: 2', 2000],
  ['User-agent: *\nCrawl-delay: 999999', 10_000],
  ['User-agent: *\nCrawl-delay: -5', 0],
  ['User-agent: *\nCrawl-delay: soon', 0],
  ['User-agent: other\nCrawl-delay: 5', 0],
])('%j sets a delay of %i ms', (text, gapMs) => {
  expect(readRobotsRules(url, text).gapMs).toBe(gapMs)
})

test('sitemaps are resolved and deduplicated, in whatever group they are', () => {
  const text =
    'Sitemap: /a.xml\nUser-agent: x\nsitemap: https://cdn.example/b?c=1\nSitemap: /a.xml\nSitemap: http://'

  expect(readRobotsRules(url, text).sitemaps).toEqual([
    'https://a.example/a.xml',
    'https://cdn.example/b?c=1',
  ])
})

test('rules are interpreted like the reference implementation', () => {
  const piece = fc.constantFrom('/', 'a', 'b', 'ab', '*', '**', '$', '?', '=', '%c3', 'ü')
  const pattern = fc.array(piece, { maxLength: 7 }).map(pieces => `/${pieces.join('')}`)
  const path = fc.array(fc.constantFrom('/', 'a', 'b', 'ab', '?', '=', '%C3', 'ü', '$'), { maxLength: 9 })
  const line = fc.oneof(
    pattern.map(text => `Disallow: ${text}`),
    pattern.map(text => `allow : ${text} # ${text}`),
    fc.constantFrom('User-agent: *', 'User-agent: sextant/2', 'User-agent: other', 'Crawl-delay: 3', '', 'x'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), path, (lines, pieces) => {
      const text = `User-agent: *\n${lines.join('\n')}`
      const address = new URL(`https://a.example/${pieces.join('')}`).href
      const peer = robotsParser(url, text)
      const rules = readRobotsRules(url, text)
      expect(rules.allows(address)).toBe(peer.isAllowed(address, 'Sextant'))
      expect(rules.gapMs).toBe((peer.getCrawlDelay('Sextant') ?? 0) * 1000)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['names and rules in tens of thousands', `${'user-agent:*\n'.repeat(19_000)}${'allow:/\n'.repeat(31_000)}`],
  ['a pattern of a quarter of a million stars', `user-agent:*\nallow:/${'*p'.repeat(250_000)}`],
  ['tens of thousands of rules', `user-agent:*\n${'allow:/q\n'.repeat(55_000)}`],
])('%s take time linear in the file size', (_, text) => {
  const rules = readRobotsRules(url, text)
  const path = 'p'.repeat(1900)

  // The reference implementation of the test above takes minutes, or all memory.
  for (let at = 0; at < 20; at++) expect(rules.allows(`https://a.example/${path}${at}`)).toBe(true)
})
