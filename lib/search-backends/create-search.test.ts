import { expect, test } from 'vitest'
import { type ConfiguredId, knownSearchBackends } from '#lib/known-search-backends.ts'
import { recorded, startBackend } from './__fixtures__/backend-server.ts'
import { at, createTestSearch, testKey } from './__fixtures__/test-search.ts'
import type { SearchKind } from './search-backend.ts'
import { searchModes, searchPlans } from './search-modes.ts'
import { createCalculatorWorker, mergeLists } from './create-search.ts'

const failing = { status: 400, body: '' } as const

test.for<readonly [SearchKind, readonly ConfiguredId[]]>([
  ['web', ['searxng', 'brave', 'serper', 'tavily', 'exa']],
  ['academic', ['searxng', 'serper', 'exa', 'openalex', 'semantic-scholar']],
  ['math', ['searxng', 'wolfram']],
  ['videos', ['searxng', 'youtube', 'invidious', 'piped', 'serper', 'brave']],
  ['images', ['searxng', 'brave', 'serper']],
  ['discussions', ['searxng', 'brave', 'serper', 'tavily']],
])('for %s only its backends are queried, in order', async ([kind, order], context) => {
  await using server = await startBackend(failing)
  const { search } = createTestSearch(
    context,
    knownSearchBackends
      .toReversed()
      .map(({ id }) => at(id, `${server.origin}/${id}`, id === 'searxng' ? null : testKey)),
  )

  const { failures } = await search({ kind })

  const asked = failures.map(({ backend }) => backend)
  expect(asked).toEqual(searchPlans[kind].configured)
  expect(asked.filter(id => order.some(each => each === id))).toEqual(order)
  expect(server.asked.map(({ path }) => path.split('/')[1])).toEqual(asked)
})

test('the operator’s order overrides the default one', async context => {
  await using server = await startBackend(failing)
  const backends = [
    at('exa', server.origin, testKey),
    at('searxng', server.origin),
    at('brave', server.origin, testKey),
  ]
  const { search } = createTestSearch(context, backends, { ordered: true })

  const { failures } = await search({})

  expect(failures.map(({ backend }) => backend)).toEqual(['exa', 'searxng', 'brave'])
})

test('only the first backend that responds is used', async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  await using serper = await startBackend(recorded('serper-web.json'))
  const { search } = createTestSearch(context, [
    at('brave', brave.origin, testKey),
    at('serper', serper.origin, testKey),
  ])

  await search({})

  expect([brave.asked.length, serper.asked.length]).toEqual([1, 0])
})

test('results above the limit are cut', async context => {
  const results = Array.from({ length: 30 }, (_, n) => ({
    url: `https://example.org/${n}`,
    title: 'T',
    content: 'C',
  }))
  await using server = await startBackend({ body: { results } })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  expect((await search({ limit: 7 })).documents).toHaveLength(7)
})

test('without configured and built-in backends nothing is queried and nothing fails', async context => {
  const { search } = createTestSearch(context, [])

  expect(await search({})).toEqual({
    documents: [],
    answers: [],
    results: [],
    suggestions: [],
    failures: [],
    answered: [],
    unpaid: null,
  })
})

test('a calculation runs locally, without configuration', async context => {
  const { search } = createTestSearch(context, [])

  const { answers, results, answered } = await search({ kind: 'math', query: 'What is 15% of 80?' })

  expect([answers, results]).toEqual([[], ['15/100*80 = 12']])
  expect(answered).toEqual([{ backend: 'calculator', hits: 1, keyless: true }])
})

test('a query the calculator cannot parse is searched, and the calculator is not listed', async context => {
  await using wiki = await startBackend(recorded('mediawiki.json'))
  const { search } = createTestSearch(context, [], { builtIn: [at('mediawiki', wiki.origin)] })

  const { answered } = await search({ kind: 'math', query: 'mass of the moon' })

  expect(answered).toEqual([{ backend: 'mediawiki', hits: 2, keyless: true }])
})

test('a search restricted to hosts drops results of others', async context => {
  const on = (host: string) => ({ url: `https://${host}/v`, title: host, description: host })
  const results = ['youtube.com', 'm.youtube.com', 'notyoutube.com', 'youtube.com.evil.example'].map(on)
  await using server = await startBackend({ body: { results } })
  const { search } = createTestSearch(context, [at('brave', server.origin, testKey)])

  const { documents } = await search({ kind: 'videos', hosts: ['youtube.com', 'youtu.be'] })

  expect(documents.map(({ title }) => title)).toEqual(['youtube.com', 'm.youtube.com'])
})

test('a very long query is truncated at a word', async context => {
  await using server = await startBackend({ body: { results: [] } })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  await search({ query: 'llamas '.repeat(500) })

  const asked = server.asked[0]?.query['q'] ?? ''
  expect(asked.length).toBeLessThanOrEqual(400)
  expect(asked.split(' ').every(word => word === 'llamas')).toBe(true)
})

test('each focus mode has its plan, and YouTube and Reddit their hosts', () => {
  expect(Object.entries(searchModes).map(([mode, { kind }]) => [mode, kind])).toEqual([
    ['webSearch', 'web'],
    ['academicSearch', 'academic'],
    ['writingAssistant', null],
    ['wolframAlphaSearch', 'math'],
    ['youtubeSearch', 'videos'],
    ['redditSearch', 'discussions'],
  ])
  expect(searchModes.redditSearch.hosts).toEqual(['reddit.com'])
  expect(searchPlans.discussions.site).toBe('reddit.com')
})

const { signal } = new AbortController()

test('calculations run in one thread, one at a time', async () => {
  const worker = createCalculatorWorker()

  const results = await Promise.all(
    ['1+1', '2*3', 'nonsense', '2^10'].map(each => worker.calculate(each, signal)),
  )

  expect(results).toEqual(['2', '6', null, '1024'])
})

test('an endless calculation loses its thread, and so does one that crashes it; both have no result', async () => {
  const program = new URL('./__fixtures__/endless-worker.ts', import.meta.url)
  const worker = createCalculatorWorker({ calculationMs: 50, program })

  expect(await worker.calculate('for ever', signal)).toBeNull()
  expect(await worker.calculate('exit', signal)).toBeNull()
})

test('an aborted caller does not wait', async () => {
  const worker = createCalculatorWorker()
  const caller = new AbortController()

  const calculated = worker.calculate('1+1', caller.signal)
  caller.abort(new Error('left'))

  await expect(calculated).rejects.toThrow('left')
  expect(await worker.calculate('2+2', signal)).toBe('4')
})

test('an aborted caller does not wait for earlier calculations', async () => {
  const program = new URL('./__fixtures__/endless-worker.ts', import.meta.url)
  const worker = createCalculatorWorker({ calculationMs: 600_000, program })
  const [first, second] = [new AbortController(), new AbortController()]
  const before = worker.calculate('for ever', first.signal)
  const after = worker.calculate('1+1', second.signal)

  second.abort(new Error('left'))

  await expect(after).rejects.toThrow('left')
  first.abort(new Error('over'))
  await expect(before).rejects.toThrow('over')
})

function list(backend: string, ...urls: readonly string[]) {
  return urls.map((url, index) => ({ title: 'T', url, content: 'C', backend, rank: index + 1 }))
}

test('a single list keeps its order without duplicates', () => {
  const merged = mergeLists([
    list('a', 'https://x.example/1', 'http://www.x.example/1/', 'https://x.example/2'),
  ])

  expect(merged.map(({ url }) => url)).toEqual(['https://x.example/1', 'https://x.example/2'])
})

test('results in two lists rank above those in one', () => {
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
