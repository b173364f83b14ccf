import { expect, test } from 'vitest'
import { closedAddress, recorded, startBackend } from './__fixtures__/backend-server.ts'
import { at, createTestSearch, testKey } from './__fixtures__/test-search.ts'
import { wikiLanguage } from './backends/mediawiki.ts'

test('MediaWiki: pages in result order, with a contact in the request', async context => {
  await using server = await startBackend(recorded('mediawiki.json'))
  const { search } = createTestSearch(context, [], {
    builtIn: [at('mediawiki', `${server.origin}/w`)],
    contact: 'ops@example.org',
  })

  const { documents, answered } = await search({})

  expect(documents.map(({ title, url, content }) => [title, url, content])).toEqual([
    ['Llama', 'https://en.wikipedia.org/wiki/Llama', 'The llama (Lama glama) is a camelid.'],
    ['Alpaca', 'https://en.wikipedia.org/wiki/Alpaca', 'The alpaca is smaller.'],
  ])
  expect(answered).toEqual([{ backend: 'mediawiki', hits: 2, keyless: true }])
  const [asked] = server.asked
  expect(asked?.path).toBe('/w/api.php')
  expect(asked?.query).toMatchObject({ gsrsearch: 'llama wool', gsrlimit: '10', maxlag: '5' })
  expect(asked?.headers['user-agent']).toBe('Sextant/0 (ops@example.org)')
})

test('MediaWiki: lagging servers get a cooldown', async context => {
  await using server = await startBackend({
    body: { error: { code: 'maxlag', info: 'Waiting for db: 6 s' } },
  })
  const { search } = createTestSearch(context, [], { builtIn: [at('mediawiki', server.origin)] })

  expect((await search({})).failures).toEqual([
    { backend: 'mediawiki', kind: 'rate_limited', reason: 'its servers are lagging' },
  ])
})

test.each([
  ['llama', undefined, 'en'],
  ['llama', 'pt-BR', 'pt'],
  ['llama', 'DE', 'de'],
  ['羊驼', undefined, 'zh'],
  ['アルパカ 毛', undefined, 'ja'],
  ['лама', undefined, 'ru'],
  ['вовна лами є', undefined, 'uk'],
  ['لاما', undefined, 'ar'],
  ['라마', 'xx', 'ko'],
  ['llama', 'evil.example', 'en'],
])('%j in the language %s uses the Wikipedia in %s', (query, language, wiki) => {
  expect(wikiLanguage(query, language)).toBe(wiki)
})

test('arXiv and PubMed results are merged alternately', async context => {
  await using arxiv = await startBackend(recorded('arxiv.xml'))
  await using pubmed = await startBackend(recorded('pubmed-esearch.json'), recorded('pubmed-esummary.json'))
  const { search } = createTestSearch(context, [], {
    builtIn: [at('arxiv', `${arxiv.origin}/api`), at('pubmed', pubmed.origin, testKey)],
    contact: 'ops@example.org',
  })

  const { documents, answered } = await search({ kind: 'academic', query: 'camelid AND "fibre"' })

  expect(documents.map(({ backend, rank, title, url }) => [backend, rank, title, url])).toEqual([
    ['arxiv', 1, 'Camelid fibre', 'http://arxiv.org/abs/2101.00001v1'],
    ['pubmed', 1, 'Camelid fibre.', 'https://pubmed.ncbi.nlm.nih.gov/222/'],
    ['pubmed', 2, 'Second.', 'https://pubmed.ncbi.nlm.nih.gov/111/'],
  ])
  expect(documents.map(({ content }) => content)).toEqual([
    'We model fibres where a < b & c.',
    'Camelid fibre. — Author A, Writer B — Fibre Research',
    'Second. — Author A — Journal',
  ])
  expect(answered.every(({ keyless }) => keyless)).toBe(true)
  expect(arxiv.asked.map(({ path, query }) => [path, query['search_query']])).toEqual([
    ['/api/query', 'all:camelid fibre'],
  ])
  expect(pubmed.asked.map(({ path }) => path)).toEqual(['/esearch.fcgi', '/esummary.fcgi'])
  expect(pubmed.asked[1]?.query).toMatchObject({
    id: '222,111',
    tool: 'sextant',
    email: 'ops@example.org',
    api_key: testKey,
  })
})

test('they are queried only if all configured backends failed', async context => {
  await using brave = await startBackend(recorded('brave-web.json'))
  await using wiki = await startBackend(recorded('mediawiki.json'))
  const builtIn = [at('mediawiki', wiki.origin)]
  const working = createTestSearch(context, [at('brave', brave.origin, testKey)], { builtIn })
  const broken = createTestSearch(context, [at('brave', await closedAddress(), testKey)], { builtIn })

  await working.search({})
  expect(wiki.asked).toHaveLength(0)
  const { documents, failures } = await broken.search({})

  expect(documents.map(({ backend }) => backend)).toEqual(['mediawiki', 'mediawiki'])
  expect(failures).toEqual([{ backend: 'brave', kind: 'unreachable', reason: 'cannot connect' }])
})

test('no built-in backend searches images, videos or discussions', async context => {
  await using server = await startBackend({ body: {} })
  const { search } = createTestSearch(context, [], {
    builtIn: [at('mediawiki', server.origin), at('arxiv', server.origin), at('pubmed', server.origin)],
  })

  for (const kind of ['images', 'videos', 'discussions'] as const) {
    expect(await search({ kind })).toEqual({
      documents: [],
      answers: [],
      results: [],
      suggestions: [],
      failures: [],
      answered: [],
      unpaid: null,
    })
  }
  expect(server.asked).toEqual([])
})
