import { expect, test } from 'vitest'
import { recorded, startBackend } from '#lib/search-backends/__fixtures__/backend-server.ts'
import { at, createTestSearch } from '#lib/search-backends/__fixtures__/test-search.ts'
import type { SearchKind } from '#lib/search-backends/search-backend.ts'

test('results are plain text, one per page, with safe URLs', async context => {
  await using server = await startBackend(recorded('searxng-web.json'))
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  const { documents, suggestions, answered } = await search({})

  expect(documents).toEqual([
    {
      title: 'Llama wool & fibre',
      url: 'https://example.org/wool',
      content: 'The undercoat of llamas is "fine".',
      published: '2026-03-01T00:00:00',
      backend: 'searxng',
      rank: 1,
    },
    {
      title: 'Spinning',
      url: 'https://example.com/spin',
      content: 'How to spin it.',
      backend: 'searxng',
      rank: 5,
    },
  ])
  expect(suggestions).toEqual(['llama wool yarn'])
  expect(answered).toEqual([{ backend: 'searxng', hits: 5, keyless: false }])
})

test('answers and infoboxes are read, and unresponsive engines are listed', async context => {
  await using server = await startBackend(recorded('searxng-web.json'))
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  const { answers, results, failures } = await search({ query: 'avg 1 2' })

  expect(answers.map(({ title, url, content }) => [title, url, content])).toEqual([
    ['Llama', 'https://en.wikipedia.org/wiki/Llama', 'A domesticated camelid. Family: Camelidae'],
  ])
  expect(results).toEqual(['avg(1, 2) = 1.5'])
  expect(failures).toEqual([{ backend: 'searxng/google', kind: 'engines', reason: 'CAPTCHA' }])
})

test.for([
  ['web', { q: 'llama wool' }],
  ['academic', { q: 'llama wool', engines: 'arxiv,google scholar,pubmed' }],
  ['math', { q: 'llama wool', engines: 'wolframalpha' }],
  ['videos', { q: 'llama wool', engines: 'youtube' }],
  ['images', { q: 'llama wool', engines: 'bing images,google images' }],
  ['discussions', { q: 'site:reddit.com llama wool' }],
] as const)(
  'for %s exactly its engines are requested, and never a category',
  async ([kind, query], context) => {
    await using server = await startBackend({ body: { results: [] } })
    const { search } = createTestSearch(context, [at('searxng', server.origin)])

    await search({ kind })

    expect(server.asked.map(asked => asked.query)).toEqual([{ ...query, format: 'json' }])
  },
)

test('a language is passed on, and none is made up', async context => {
  await using server = await startBackend({ body: { results: [] } })
  const { search } = createTestSearch(context, [at('searxng', `${server.origin}/searx`)])

  await search({ language: 'pt-BR' })
  await search({})

  expect(server.asked.map(({ path, query }) => [path, query['language']])).toEqual([
    ['/searx/search', 'pt-BR'],
    ['/searx/search', undefined],
  ])
})

test('a missing engine, replaced by general ones, is reported', async context => {
  const results = [{ url: 'https://example.org/', title: 'T', content: 'C', engine: 'web', engines: ['web'] }]
  await using server = await startBackend({ body: { results, answers: ['from elsewhere'] } })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  const { documents, answers, failures } = await search({ kind: 'images' })

  expect([documents, answers]).toEqual([[], []])
  expect(failures).toEqual([
    {
      backend: 'searxng',
      kind: 'configuration',
      reason: 'missing engine: bing images or google images; add one to its settings.yml',
    },
  ])
})

test('results of engines that were not requested are dropped', async context => {
  const from = (engine: string) => ({
    url: `https://${engine}.example/`,
    title: engine,
    content: engine,
    engines: [engine],
  })
  await using server = await startBackend({ body: { results: [from('web'), from('arxiv')] } })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  const { documents } = await search({ kind: 'academic' })

  expect(documents.map(({ title }) => title)).toEqual(['arxiv'])
})

test('images and players are read; a player on another host is not', async context => {
  const picture = {
    url: 'https://a.example/',
    title: 'P',
    img_src: '//a.example/p.jpg',
    thumbnail_src: 'https://a.example/t.jpg',
  }
  const video = { title: 'V', content: '', thumbnail: 'https://i.ytimg.com/v.jpg' }
  const videos = [
    {
      ...video,
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
      iframe_src: 'https://www.youtube-nocookie.com/embed/abcdefghijk',
    },
    { ...video, url: 'https://v.example/2', iframe_src: 'https://evil.example/embed/abcdefghijk' },
    { ...video, url: 'https://v.example/3', iframe_src: 'javascript:alert(1)' },
  ]
  await using server = await startBackend({ body: { results: [picture] } }, { body: { results: videos } })
  const { search } = createTestSearch(context, [at('searxng', server.origin)])

  const pictures = await search({ kind: 'images' })
  const players = await search({ kind: 'videos' })

  expect(pictures.documents).toMatchObject([
    { content: 'P', image: 'https://a.example/p.jpg', thumbnail: 'https://a.example/t.jpg' },
  ])
  expect(players.documents.map(({ frame }) => frame)).toEqual([
    'https://www.youtube-nocookie.com/embed/abcdefghijk',
    undefined,
    undefined,
  ])
})

test('when every engine failed, the next backend is queried', async context => {
  await using searxng = await startBackend({
    body: {
      results: [],
      answers: [],
      unresponsive_engines: [
        ['google', 'CAPTCHA'],
        ['bing', 'timeout'],
      ],
    },
  })
  await using brave = await startBackend(recorded('brave-web.json'))
  const { search } = createTestSearch(context, [
    at('searxng', searxng.origin),
    at('brave', brave.origin, 'a-key-of-brave'),
  ])

  const { documents, failures, answered } = await search({})

  expect(documents.map(({ backend }) => backend)).toEqual(['brave'])
  expect(failures).toEqual([
    {
      backend: 'searxng',
      kind: 'engines',
      reason: 'its engines did not respond (google: CAPTCHA, bing: timeout)',
    },
  ])
  expect(answered).toEqual([{ backend: 'brave', hits: 1, keyless: false }])
})

test('an empty general search is a valid result; an empty search by engine tries the next backend', async context => {
  await using searxng = await startBackend({ body: { results: [], unresponsive_engines: [] } })
  await using serper = await startBackend(recorded('serper-academic.json'))
  const { search } = createTestSearch(context, [
    at('searxng', searxng.origin),
    at('serper', serper.origin, 'a-key-of-brave'),
  ])

  const general = await search({ kind: 'web' satisfies SearchKind })
  const papers = await search({ kind: 'academic' })

  expect(general).toMatchObject({ documents: [], answered: [{ backend: 'searxng', hits: 0 }] })
  expect(papers.answered.map(({ backend, hits }) => [backend, hits])).toEqual([
    ['searxng', 0],
    ['serper', 1],
  ])
})
