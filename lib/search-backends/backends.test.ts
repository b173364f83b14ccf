import { expect, test } from 'vitest'
import type { ConfiguredId } from '#lib/known-search-backends.ts'
import { type BackendServer, recorded, startBackend } from './__fixtures__/backend-server.ts'
import { at, createTestSearch, testKey } from './__fixtures__/test-search.ts'
import type { SearchDocument } from './search-backend.ts'

/** Relevant fields of a document, in display order. */
function brief({ title, url, content, published, image, frame }: SearchDocument): unknown[] {
  return [title, url, content, published, image, frame].filter(value => value !== undefined)
}

function only(server: BackendServer) {
  const [first, ...more] = server.asked
  expect(more).toEqual([])
  if (first === undefined) throw new Error('no request was sent')
  return first
}

test('Brave: web pages with extra snippets', async context => {
  await using server = await startBackend(recorded('brave-web.json'))
  const { search } = createTestSearch(context, [at('brave', server.origin, testKey)])

  const { documents } = await search({ limit: 50, language: 'de-AT', query: 'word '.repeat(79) })

  expect(documents.map(brief)).toEqual([
    [
      'Llama wool guide',
      'https://example.org/guide',
      'All about llama wool. It is warm.',
      '2026-03-01T10:00:00',
      'https://example.org/o.jpg',
    ],
  ])
  const { path, query, headers } = only(server)
  expect([path, query['count'], query['search_lang']]).toEqual(['/web/search', '20', 'de'])
  expect(query['q']?.split(' ')).toHaveLength(50)
  expect(headers['x-subscription-token']).toBe(testKey)
})

test('Brave: images and videos', async context => {
  await using server = await startBackend(recorded('brave-images.json'), recorded('brave-videos.json'))
  const { search } = createTestSearch(context, [at('brave', server.origin, testKey)])

  const images = await search({ kind: 'images' })
  const videos = await search({ kind: 'videos' })

  expect(images.documents.map(brief)).toEqual([
    ['A llama', 'https://example.org/llama', 'A llama', 'https://example.org/llama.jpg'],
  ])
  expect(images.documents[0]?.thumbnail).toBe('https://imgs.search.brave.com/s.jpg')
  expect(videos.documents.map(brief)).toEqual([
    [
      'Shearing',
      'https://www.youtube.com/watch?v=abcdefghijk',
      'A llama is shorn.',
      '2 weeks ago',
      'https://i.ytimg.com/v.jpg',
      'https://www.youtube-nocookie.com/embed/abcdefghijk',
    ],
  ])
  expect(server.asked.map(({ path }) => path)).toEqual(['/images/search', '/videos/search'])
})

test('Serper: pages, direct answers and related queries', async context => {
  await using server = await startBackend(recorded('serper-web.json'))
  const { search } = createTestSearch(context, [at('serper', server.origin, testKey)])

  const { documents, answers, suggestions } = await search({ limit: 7, language: 'de-AT' })

  expect(documents.map(brief)).toEqual([['Wool', 'https://example.org/wool', 'Warm wool.', 'Mar 1, 2026']])
  expect(answers.map(brief)).toEqual([
    ['Llama wool', 'https://example.org/answer', 'Llama wool is free of lanolin.'],
    ['Llama', 'https://en.wikipedia.org/wiki/Llama', 'A South American camelid.'],
  ])
  expect(suggestions).toEqual(['alpaca wool'])
  const { method, path, body, headers } = only(server)
  expect([method, path]).toEqual(['POST', '/search'])
  expect(body).toEqual({ q: 'llama wool', num: 7, hl: 'de' })
  expect(headers['x-api-key']).toBe(testKey)
})

test('Serper: images, videos and papers', async context => {
  const files = ['serper-images.json', 'serper-videos.json', 'serper-academic.json']
  await using server = await startBackend(...files.map(recorded))
  const { search } = createTestSearch(context, [at('serper', server.origin, testKey)])

  const images = await search({ kind: 'images' })
  const videos = await search({ kind: 'videos' })
  const papers = await search({ kind: 'academic' })

  expect(images.documents.map(brief)).toEqual([
    ['A llama', 'https://example.org/llama', 'A llama', 'https://example.org/llama.jpg'],
  ])
  expect(videos.documents[0]?.frame).toBe('https://www.youtube-nocookie.com/embed/abcdefghijk')
  expect(papers.documents.map(brief)).toEqual([
    ['Fibre of camelids', 'https://journal.example/1', 'We measure fibres.', '2019'],
  ])
  expect(server.asked.map(({ path }) => path)).toEqual(['/images', '/videos', '/scholar'])
})

test('Tavily: results outside its host list are dropped', async context => {
  await using server = await startBackend(recorded('tavily.json'))
  const { search } = createTestSearch(context, [at('tavily', server.origin, testKey)])

  const { documents } = await search({ kind: 'discussions' })

  expect(documents.map(brief)).toEqual([
    ['Thread', 'https://www.reddit.com/r/llamas/comments/1', 'I spin it.'],
  ])
  const { path, body, headers } = only(server)
  expect([path, headers.authorization]).toEqual(['/search', `Bearer ${testKey}`])
  expect(body).toMatchObject({ query: 'llama wool', include_domains: ['reddit.com'] })
})

test.for([
  ['brave', 'query'],
  ['serper', 'body'],
] as const)('%s restricts Reddit searches by host', async ([id], context) => {
  await using server = await startBackend({ body: {} })
  const { search } = createTestSearch(context, [at(id, server.origin, testKey)])

  await search({ kind: 'discussions' })

  const { query, body } = only(server)
  expect({ ...query, ...(body as object) }).toMatchObject({ q: 'site:reddit.com llama wool' })
})

test('Exa: page texts, and papers by category', async context => {
  await using server = await startBackend(recorded('exa.json'))
  const { search } = createTestSearch(context, [at('exa', server.origin, testKey)])

  const { documents } = await search({ kind: 'academic' })

  expect(documents.map(brief)).toEqual([
    [
      'Camelid fibre',
      'https://example.org/paper',
      'The fibre diameter was 30 microns.',
      '2024-05-01T00:00:00.000Z',
      'https://example.org/p.png',
    ],
  ])
  const { body, headers } = only(server)
  expect(headers['x-api-key']).toBe(testKey)
  expect(body).toMatchObject({ query: 'llama wool', numResults: 10, category: 'research paper' })
})

test('OpenAlex: abstracts are rebuilt from their index', async context => {
  await using server = await startBackend(recorded('openalex.json'))
  const { search } = createTestSearch(context, [at('openalex', server.origin, testKey)], {
    contact: 'ops@example.org',
  })

  const { documents } = await search({ kind: 'academic' })

  expect(documents.map(brief)).toEqual([
    ['Camelid fibre', 'https://doi.org/10.1/x', 'Fibre is fine. It is warm.', '2021-06-01'],
    ['Without an abstract', 'https://openalex.org/W2', 'Without an abstract', '2020-01-01'],
  ])
  const { path, query } = only(server)
  expect(path).toBe('/works')
  expect(query).toMatchObject({ search: 'llama wool', api_key: testKey, mailto: 'ops@example.org' })
})

test('Semantic Scholar: abstracts, or the summary if there is none', async context => {
  await using server = await startBackend(recorded('semantic-scholar.json'))
  const { search } = createTestSearch(context, [at('semantic-scholar', server.origin, testKey)])

  const { documents } = await search({ kind: 'academic', query: 'llama-wool' })

  expect(documents.map(brief)).toEqual([
    ['Camelid fibre', 'https://www.semanticscholar.org/paper/p1', 'We measure fibres.', '2021-06-01'],
    ['Shorn', 'https://www.semanticscholar.org/paper/p2', 'Llamas are shorn.'],
  ])
  expect(only(server)).toMatchObject({
    path: '/paper/search',
    query: { query: 'llama wool' },
    headers: { 'x-api-key': testKey },
  })
})

test('YouTube: the key is in a header, and a video without a description has its title', async context => {
  await using server = await startBackend(recorded('youtube.json'))
  const { search } = createTestSearch(context, [at('youtube', server.origin, testKey)])

  const { documents } = await search({ kind: 'videos' })

  expect(documents.map(brief)).toEqual([
    [
      "Llama's day",
      'https://www.youtube.com/watch?v=abcdefghijk',
      "Llama's day",
      '2026-03-01T00:00:00Z',
      'https://i.ytimg.com/h.jpg',
      'https://www.youtube-nocookie.com/embed/abcdefghijk',
    ],
  ])
  const { query, headers } = only(server)
  expect(headers['x-goog-api-key']).toBe(testKey)
  expect(query).toEqual({ part: 'snippet', type: 'video', q: 'llama wool', maxResults: '10' })
})

test.for([
  [
    'invidious',
    '2026-03-01T00:00:00.000Z',
    'https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg',
    '/api/v1/search',
  ],
  ['piped', '2 weeks ago', 'https://pipedproxy.example/vi/abcdefghijk.jpg', '/search'],
] as const)('%s: videos link to their page', async ([id, published, image, path], context) => {
  await using server = await startBackend(recorded(`${id}.json`))
  const { search } = createTestSearch(context, [at(id satisfies ConfiguredId, server.origin)])

  const { documents } = await search({ kind: 'videos' })

  expect(documents.map(brief)).toEqual([
    [
      'Shearing',
      'https://www.youtube.com/watch?v=abcdefghijk',
      'A llama is shorn.',
      published,
      image,
      'https://www.youtube-nocookie.com/embed/abcdefghijk',
    ],
  ])
  expect(only(server).path).toBe(path)
})

test('Wolfram: its text is an answer with its page', async context => {
  await using server = await startBackend(recorded('wolfram.txt'))
  const { search } = createTestSearch(context, [at('wolfram', server.origin, testKey)])

  const { answers, documents } = await search({ kind: 'math', query: 'mass of the moon' })

  expect(documents).toEqual([])
  expect(answers.map(brief)).toEqual([
    [
      'mass of the moon',
      'https://www.wolframalpha.com/input?i=mass+of+the+moon',
      'Query: "mass of the moon" Input interpretation: Moon | mass Result: 7.3459×10^22 kg (kilograms)',
    ],
  ])
  const { path, query } = only(server)
  expect(path).toBe('/llm-api')
  expect(query).toEqual({ appid: testKey, input: 'mass of the moon', maxchars: '2000' })
})

test('Wolfram: a query it does not understand is not a failure', async context => {
  await using server = await startBackend({
    status: 501,
    body: 'Wolfram|Alpha did not understand your input',
  })
  const { search } = createTestSearch(context, [at('wolfram', server.origin, testKey)])

  const { answered, failures } = await search({ kind: 'math', query: 'who are you' })

  expect(answered).toEqual([{ backend: 'wolfram', hits: 0, keyless: false }])
  expect(failures).toEqual([])
  expect(server.asked).toHaveLength(1)
})
