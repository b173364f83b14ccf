import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { libraryStatusSchema } from '#lib/contracts/api/library-manage.ts'
import { says, type SearchGateway, startSearchGateway } from './__fixtures__/search-gateway.ts'

const sentence = 'Llamas carry loads of up to forty kilograms across the mountains. '
const page = `<!doctype html><title>Loads</title><article><h1>Loads</h1><h2>Weight of loads</h2><p>${sentence.repeat(9)}</p></article>`
const paragraph = (text: string) => `<p>${text.repeat(2)}</p>`
const story = `<!doctype html><title>The mill</title><article><h1>The mill</h1><p>The mill opened in the spring. A stream drives it.
It grinds rye and wheat.</p>${['Farmers come from all valleys. ', 'It rests in winter. ', 'A bakery buys the flour. '].map(paragraph).join('')}${paragraph('The bakery sells bread. ').repeat(30)}</article>`
const quick = { optimizationMode: 'speed' }
const images = 'bing images,google images'

let site: WebServer
let gateway: SearchGateway
beforeAll(async () => {
  site = await startWebServer({
    '/story': story,
    '/loads': page,
    '/long': page.replace('</p>', sentence.repeat(60)),
  })
  gateway = await startSearchGateway({
    defaults: { chat: 'scripted/writer' },
    embedder: 'scripted/vectors-256',
    allowPrivateHosts: [site.host],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
beforeEach(() => gateway.reset())

test.each([
  ['webSearch', ['', images, 'youtube'], 'llama'],
  ['academicSearch', ['arxiv,google scholar,pubmed', images, 'youtube'], 'llama'],
  ['wolframAlphaSearch', ['wolframalpha', images, 'youtube'], 'llama'],
  ['youtubeSearch', ['youtube', images, 'youtube'], 'llama'],
  ['redditSearch', ['', images, 'youtube'], 'site:reddit.com llama'],
  ['writingAssistant', [], ''],
])('%s queries exactly its engines', async (focusMode, engines, query) => {
  const { searx, sextant, search } = gateway
  const result = { title: 'Llama', url: 'https://www.reddit.com/r/llama/1', content: 'A llama.' }
  for (const list of engines) searx.found = { ...searx.found, [list]: { results: [result] } }
  sextant.upstream.next(...says('llama', 'Yes.'))

  const { status } = await search({ query: 'llamas', focusMode, ...quick, language: 'pt-BR' })

  expect(status).toBe(200)
  expect(searx.asked.map(each => each.engines).toSorted()).toEqual(engines.toSorted())
  expect(searx.asked.some(({ q }) => q === query)).toBe(engines.length > 0)
  expect(new Set(searx.asked.map(({ language }) => language)).size).toBeLessThanOrEqual(1)
})

test('discussions come only from Reddit, whatever else the backend returns', async () => {
  const { searx, sextant, search } = gateway
  const at = (url: string) => ({ title: url, url, content: 'A llama.' })
  searx.found = {
    '': {
      results: [
        at('https://www.reddit.com/r/a'),
        at('https://notreddit.com/'),
        at('https://reddit.com.evil.example/'),
      ],
    },
  }
  sextant.upstream.next(...says('llama', 'Yes [1].'))

  const { message } = await search({ query: 'llamas', focusMode: 'redditSearch', ...quick })

  expect(message.sources.map(({ metadata }) => metadata.url)).toEqual(['https://www.reddit.com/r/a'])
})

test('a computed answer comes first, and nothing is ranked', async () => {
  const { searx, sextant, search } = gateway
  const result = { title: 'Root', url: 'https://r.example/', content: 'About roots.' }
  searx.found = { wolframalpha: { results: [result], answers: ['1.41421356'] } }
  sextant.upstream.next(...says('sqrt(2)', 'It is 1.41421356 [1].'))

  const { message } = await search({ query: 'square root of 2', focusMode: 'wolframAlphaSearch', ...quick })

  expect(message.sources[0]?.pageContent).toContain('1.41421356')
  expect(message.sources[0]?.metadata.url).toMatch(/^http/)
  expect(message.content).toBe('It is 1.41421356 [1].')
})

test('speed calls no embedding model and drops results without a word of the question; balanced sorts by similarity and drops those below the floor', async () => {
  const { searx, sextant, search } = gateway
  const about = (title: string, content: string) => ({ title, url: `https://${title}.example/`, content })
  searx.found = {
    '': {
      results: [
        about('tax', 'Income declarations are due soon'),
        about('llama', 'llama loads in kilograms, llama loads'),
      ],
    },
  }
  sextant.upstream.on('writer', { kind: 'answer', text: 'llama loads' })

  const fast = await search({ query: 'llama loads', ...quick })
  expect(fast.message.sources.map(({ metadata }) => metadata.title)).toEqual(['llama'])
  expect(sextant.upstream.requests.some(({ path }) => path.endsWith('/embeddings'))).toBe(false)

  const { message } = await search({ query: 'llama loads' }, { details: true })
  expect(message.sources.map(({ metadata }) => metadata.title)).toEqual(['llama'])
  expect(message.details?.sources[0]).toMatchObject({ rank: 2, score: expect.any(Number) as number })
})

test('if all results are below the floor, the best three stay', async () => {
  const { searx, sextant, search } = gateway
  const results = ['alpha', 'beta', 'gamma', 'delta'].map(name => ({
    title: name,
    url: `https://${name}.example/`,
    content: name,
  }))
  searx.found = { '': { results } }
  sextant.upstream.on('writer', { kind: 'answer', text: 'something else entirely' })

  const { message } = await search({ query: 'something else entirely' })

  expect(message.sources).toHaveLength(3)
})

test('balanced replaces snippets of the best pages by their text; a failed page keeps its snippet', async () => {
  const { searx, sextant, search } = gateway
  searx.found = {
    '': {
      results: [
        { title: 'Loads of llamas', url: `${site.origin}/loads`, content: 'llama loads' },
        { title: 'Gone llama loads', url: `${site.origin}/gone`, content: 'llama loads here' },
      ],
    },
  }
  sextant.upstream.on('writer', { kind: 'answer', text: 'llama loads' })

  const { message } = await search({ query: 'llama loads' })

  const texts = message.sources.map(({ pageContent }) => pageContent)
  expect(texts.find(text => text.includes('forty kilograms'))?.length).toBeLessThanOrEqual(2000)
  expect(texts).toContain('llama loads here')
})

test('an answer without a URL is part of the answer, but neither a source nor a citation', async () => {
  const { searx, sextant, search } = gateway
  const result = { title: 'Root', url: 'https://r.example/', content: 'A root of two is irrational.' }
  searx.found = { '': { results: [result], answers: ['The mean is 1.5'] } }
  sextant.upstream.next(...says('mean', 'It is 1.5 [2].'))
  const asked = { query: 'mean of 1 and 2', ...quick }

  const written = await search(asked)
  const quoted = await search({ ...asked, chatModel: { model: 'local/extractive' } })
  searx.found = { '': { answers: ['The mean is 1.5'] } }
  const alone = await search({ ...asked, chatModel: { model: 'local/extractive' } })

  expect(sextant.upstream.requests[1]?.json?.messages?.at(-1)?.content).toContain('The mean is 1.5')
  expect(written.message.content).toBe('It is 1.5.')
  expect(written.message.sources.map(({ metadata }) => metadata.url)).toEqual(['https://r.example/'])
  expect(quoted.message.content).toBe('The mean is 1.5')
  expect(alone.message).toMatchObject({ content: 'The mean is 1.5', sources: [] })
})

test('pages named in the question are read and come first; unreadable ones are reported', async () => {
  const { searx, sextant, search } = gateway
  searx.found = {
    '': { results: [{ title: 'Other', url: 'https://other.example/', content: 'Other text.' }] },
  }
  sextant.upstream.next(...says('llama loads', 'Forty kilograms [1].'))

  const { message } = await search({
    query: `How much can they carry? ${site.origin}/loads and ${site.origin}/none`,
    ...quick,
  })

  expect(message.sources.map(({ metadata }) => metadata.url)).toEqual([
    `${site.origin}/loads`,
    'https://other.example/',
  ])
  expect(message.sources[0]?.pageContent).toContain('forty kilograms')
  expect(sextant.upstream.requests[1]?.json?.messages?.at(-1)?.content).toContain('could not be read')
})

test.each([{ optimizationMode: 'speed' }, { optimizationMode: 'balanced' }])(
  'a query that is only a URL summarizes that page, whatever was asked before (%j)',
  async mode => {
    const { searx, sextant, search } = gateway
    const query = `${site.origin}/story`
    const history = [
      ['human', 'Where do llamas live?'],
      ['assistant', 'In the Andes.'],
    ]
    sextant.upstream.on('writer', { kind: 'answer', text: 'A mill opened [1].' })

    const quoted = await search({ query, ...mode, chatModel: { model: 'local/extractive' } })
    const written = await search({ query, history, ...mode })

    expect(quoted.message.content).toContain('The mill opened in the spring [1].')
    expect(quoted.message.content).not.toContain('The bakery sells')
    expect(written.message.content).toBe('A mill opened [1].')
    expect(written.message.sources.map(({ metadata }) => metadata.url)).toEqual([query])
    expect(searx.asked).toEqual([])
    const prompts = sextant.upstream.requests.map(({ json }) => String(json?.messages?.at(-1)?.content))
    expect(prompts.some(prompt => prompt.endsWith(`Question: Summarize the pages at ${query}`))).toBe(true)
  },
)

test('a page that cannot be summarized is quoted, and not reported as unreadable', async () => {
  await using plain = await startSearchGateway({
    defaults: { chat: 'scripted/writer' },
    // Only the chat model is called, so that its requests are in order.
    embedder: 'nobody/none',
    allowPrivateHosts: [site.host],
    timers: { searchMs: 60_000 },
  })
  // The page reader starts slowly; on a busy machine, a search would not wait for it.
  await plain.sextant.post('/v1/web', { model: 'scrape', params: { url: `${site.origin}/loads` } })
  const [rewritten, ...others] = says('llama loads', 'Forty kilograms [1].')
  plain.sextant.upstream.next(...[rewritten ?? []].flat(), { kind: 'error', status: 500 }, ...others)

  const { message } = await plain.search({ query: `How much can they carry? ${site.origin}/long` })

  expect(message.sources.map(({ metadata }) => metadata.url)).toEqual([`${site.origin}/long`])
  expect(message.content).toBe('Forty kilograms [1].')
})

test('a question about a mayor is not answered by text about the town', async () => {
  const { searx, search } = gateway
  const content = 'Penhallow lies by the sea. Boats leave Penhallow in May.'
  searx.found = { '': { results: [{ title: 'Penhallow', url: 'https://a.example/', content }] } }
  const asked = { ...quick, chatModel: { model: 'local/extractive' } }

  const mayor = await search({ ...asked, query: 'Who is the mayor of Penhallow?' })
  const boats = await search({ ...asked, query: 'When do boats leave Penhallow?' })

  expect(mayor.message.content).toBe("The sources don't say.")
  expect(boats.message.content).toContain('Boats leave Penhallow in May [1].')
})

test('contradicting sources are both shown, newest first, by every kind of answer model', async () => {
  const { searx, sextant, search } = gateway
  const dose = (mg: number) => `The daily dose of Sarolin for adults is ${mg} mg.`
  searx.found = {
    '': {
      results: [
        { title: 'Old leaflet', url: 'https://a.example/', content: dose(20), publishedDate: '2018-02-03' },
        { title: 'New leaflet', url: 'https://b.example/', content: dose(10), publishedDate: '2023-05-01' },
      ],
    },
  }
  const asked = { query: 'What is the daily dose of Sarolin?', ...quick }
  sextant.upstream.next(...says('dose of Sarolin', 'They disagree [1][2].'))

  const quoted = await search({ ...asked, chatModel: { model: 'local/extractive' } })
  await search(asked)

  expect(quoted.message.content).toBe(
    'The sources disagree. Newest first:\n\n' +
      '- The daily dose of Sarolin for adults is 10 mg [2] (2023-05-01).\n' +
      '- The daily dose of Sarolin for adults is 20 mg [1] (2018-02-03).',
  )
  const prompt = String(sextant.upstream.requests[1]?.json?.messages?.at(-1)?.content)
  expect(prompt).toContain('[1] Old leaflet (2018-02-03)')
  expect(prompt).toContain('disagree, newest first: [2] (2023-05-01), [1] (2018-02-03)')
})

test('boilerplate of a page is neither quoted nor a source', async () => {
  const { searx, search } = gateway
  const content =
    'Boats leave Penhallow in May. Subscribe to our newsletter about boats that leave Penhallow.'
  const banner = 'We use cookies. Accept all cookies of the boats that leave Penhallow.'
  searx.found = {
    '': {
      results: [
        { title: 'Penhallow', url: 'https://a.example/', content },
        { title: 'Consent', url: 'https://b.example/', content: banner },
      ],
    },
  }

  const { message } = await search({
    query: 'When do boats leave Penhallow?',
    ...quick,
    chatModel: { model: 'local/extractive' },
  })

  expect(message.content).toBe('Boats leave Penhallow in May [1].')
  expect(message.sources.map(({ metadata }) => metadata.url)).toEqual(['https://a.example/'])
})

test('an extractive answer also reports unreadable pages', async () => {
  const { searx, search } = gateway
  const content = 'Boats leave Penhallow in May.'
  searx.found = { '': { results: [{ title: 'Penhallow', url: 'https://a.example/', content }] } }

  const { message } = await search({
    query: `When does the boat leave Penhallow? ${site.origin}/none`,
    ...quick,
    chatModel: { model: 'local/extractive' },
  })

  expect(message.content).toBe(
    'The page named in the question could not be read.\n\nBoats leave Penhallow in May [1].',
  )
})

test('neither a model nor a page can trigger a fetch', async () => {
  const { searx, sextant, search } = gateway
  const before = site.asked.length
  searx.found = {
    '': { results: [{ title: 'A', url: 'https://a.example/', content: `See ${site.origin}/secret` }] },
  }
  sextant.upstream.next(...says(`${site.origin}/secret`, `Look at ${site.origin}/secret [1].`))

  await search({ query: 'llamas', ...quick })

  expect(site.asked.length).toBe(before)
})

test('the library is a source even if nothing else can be searched, but not what shares a word with the question', async () => {
  const { searx, sextant, search } = gateway
  const text = `# Storage\n\n${'The warehouse in Lisbon keeps llama wool for two years. '.repeat(4)}`
  await sextant.post('/v1/library', { title: 'Warehouse rules', text })
  await sextant.post('/v1/library', { title: 'Fair', text: 'The fair in Porto sells wool of all kinds.' })
  await expect
    .poll(
      async () => {
        const headers = { authorization: `Bearer ${sextant.token}` }
        const status = await fetch(`${sextant.url}/v1/library/status`, { headers })
        return libraryStatusSchema.parse(await status.json()).index.chunks
      },
      { timeout: 10_000 },
    )
    .toBe(2)
  const asked = { query: 'warehouse wool', ...quick, chatModel: { provider: 'local', model: 'extractive' } }

  searx.fault = response => void response.writeHead(500).end()
  const { status, message, headers } = await search(asked)
  const without = await search({ ...asked, library: false })
  const elsewhere = await search({ ...asked, library: ['no such collection'] })

  expect(status).toBe(200)
  expect(message.content).toContain('keeps llama wool for two years [1].')
  expect(message.sources.map(({ metadata }) => metadata)).toEqual([
    {
      title: 'Warehouse rules',
      url: expect.stringMatching(/^http:\/\/console\.test\/library\/lib_\w+#page=1$/) as string,
    },
  ])
  expect(message.suggestions).toEqual(['Storage'])
  expect(headers.get('sextant-search')).toMatch(/^library=2;searxng=/)
  expect(without).toMatchObject({ status: 503, error: { code: 'search_unavailable' } })
  expect(elsewhere.message.content).toContain('only the library was searched')
  expect(sextant.upstream.requests.filter(({ path }) => path.includes('chat'))).toEqual([])
})

test('without a default of the operator, a configured provider receives neither question nor passages', async () => {
  await using plain = await startSearchGateway({ defaults: { chat: 'local/small', web: 'local/extractive' } })
  const content = 'Boats leave Penhallow in May.'
  plain.searx.found = { '': { results: [{ title: 'Penhallow', url: 'https://a.example/', content }] } }

  const { message } = await plain.search({ query: 'When do boats leave Penhallow?', ...quick })

  expect(message.content).toContain('Boats leave Penhallow in May [1].')
  expect(plain.sextant.upstream.requests).toEqual([])
})

test('what a very small model answers without support is replaced by a quote', async () => {
  await using host = await startScriptedUpstream()
  await using small = await startSearchGateway({
    local: { baseUrl: host.baseUrl, token: 'internal', checkChat: () => undefined },
  })
  const content = 'The Alder Line closes at 22:00. Its depot was a mill until 1890.'
  small.searx.found = { '': { results: [{ title: 'Alder Line', url: 'https://a.example/', content }] } }
  const answerOf = async (text: string): Promise<string> => {
    host.on('local/tiny-0.5b', { kind: 'answer', text })
    const chatModel = { model: 'local/tiny-0.5b' }
    const { message } = await small.search({ query: 'When does the Alder Line close?', ...quick, chatModel })
    return message.content
  }

  expect(await answerOf('It was a mill until 1890.')).toContain('The Alder Line closes at 22:00 [1].')
  expect(await answerOf('The Alder Line closes at 22:00, every day.')).toBe(
    'The Alder Line closes at 22:00, every day [1].',
  )
})

test('a doubtful passage that a larger embedded model confirms is no proof of what it adds', async () => {
  await using host = await startScriptedUpstream()
  await using small = await startSearchGateway({
    local: { baseUrl: host.baseUrl, token: 'internal', checkChat: () => undefined },
  })
  const content = 'Bicycles travel for 2 euros on the Alder Line.'
  small.searx.found = { '': { results: [{ title: 'Alder Line', url: 'https://a.example/', content }] } }
  const answerOf = async (text: string): Promise<string> => {
    host.on('local/small-1.5b', { kind: 'answer', text })
    const chatModel = { model: 'local/small-1.5b' }
    const query = 'What does a ride on the Alder Line cost?'
    const { message } = await small.search({ query, ...quick, chatModel })
    return message.content
  }

  expect(await answerOf('Bicycles travel for 2 euros.')).toBe('Bicycles travel for 2 euros [1].')
  expect(await answerOf('Bicycles travel for 2 euros since 1950.')).toContain("The sources don't say.")
})
