import { expect, test } from 'vitest'
import type { FoundAnswer } from './evidence/found-answer.ts'
import { reachOf as reachWith } from './reach-of.ts'

const sources = [{ pageContent: 'a', metadata: { title: 'A', url: 'https://a.example/' } }]
const library = { backend: 'library', hits: 2, keyless: false }
const refused = { backend: 'searxng', failure: 'cannot connect', keyless: false }
const failures = [{ backend: 'searxng', failure: 'cannot connect' }]

const fromLink = [{ backend: 'link', rank: 1 }]
const reachOf = (found: Pick<FoundAnswer, 'sources' | 'backends'> & Partial<FoundAnswer>) =>
  reachWith({ origins: [], ...found })

test('when all web backends fail, the library is the only source, and the failures have reasons', () => {
  expect(reachOf({ sources, backends: [library, refused] })).toEqual({
    kind: 'named',
    library: true,
    links: false,
    failures,
  })
})

test('without a backend, only the library was searched', () => {
  expect(reachOf({ sources, backends: [library] })).toEqual({
    kind: 'named',
    library: true,
    links: false,
    failures: [],
  })
})

test('links in the question that were read are named beside the library, or alone', () => {
  const empty = { ...library, hits: 0 }
  const named = { kind: 'named', failures }

  expect(reachOf({ sources, backends: [library, refused], origins: fromLink })).toEqual({
    ...named,
    library: true,
    links: true,
  })
  expect(reachOf({ sources, backends: [empty, refused], origins: fromLink })).toEqual({
    ...named,
    library: false,
    links: true,
  })
  const wikipedia = { backend: 'mediawiki', hits: 3, keyless: true }
  expect(reachOf({ sources, backends: [refused, wikipedia], origins: fromLink })).toMatchObject({
    kind: 'keyless',
    links: true,
  })
})

test('a search by built-in backends alone is not reported as a web search', () => {
  const wikipedia = { backend: 'mediawiki', hits: 3, keyless: true }
  const none = { backend: 'arxiv', hits: 0, keyless: true }

  expect(reachOf({ sources, backends: [library, refused, wikipedia, none] })).toEqual({
    kind: 'keyless',
    answered: ['mediawiki'],
    links: false,
    failures,
  })
  const brave = { backend: 'brave', hits: 1, keyless: false }
  expect(reachOf({ sources, backends: [wikipedia, brave] }).kind).toBe('whole')
})

test('nothing is reported when the backends are unknown or there are no results', () => {
  expect(reachOf({ sources: null, backends: null }).kind).toBe('whole')
  expect(reachOf({ sources: [], backends: [library, refused] }).kind).toBe('whole')
  expect(reachOf({ sources, backends: [] }).kind).toBe('whole')
  expect(reachOf({ sources, backends: [library, { backend: 'brave', hits: 0, keyless: false }] }).kind).toBe(
    'whole',
  )
})
