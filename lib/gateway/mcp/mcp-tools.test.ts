import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pdfFile } from '#e2e/support/document-files.ts'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { capabilities } from '#lib/contracts/api/capabilities.ts'
import { mcpRoute, mcpTools } from '#lib/contracts/api/mcp/mcp-tools.ts'
import { cropScan, drawScan, makeScannedPdf } from '#lib/documents/__fixtures__/make-scan.ts'
import { askMcp, callTool as call, type McpCallInit } from '#lib/gateway/__fixtures__/mcp-client.ts'
import { says, type SearchGateway, startSearchGateway } from '#lib/gateway/__fixtures__/search-gateway.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const paragraphs = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} tells of the tides.`)
const longPage = `<title>Long</title><main>${paragraphs.map(text => `<p>${text}</p>`).join('')}</main>`

let site: WebServer
let gateway: SearchGateway
beforeAll(async () => {
  site = await startWebServer({
    '/': '<title>Home</title><main><p>Welcome.</p><a href="/tides">Tides</a><a href="/moon">Moon</a></main>',
    '/tides': '<title>Tides</title><main><p>The tide is low at noon and high in the evening.</p></main>',
    '/long': longPage,
    '/notes.md': typed('text/markdown', '# Notes\n\nThe boat leaves at nine.\n'),
    '/file': typed('text/markdown; charset=utf-8', '# Named by its type\n\nThe boat leaves at ten.\n'),
    '/broken.pdf': typed('application/pdf', '%PDF-1.7\nno objects'),
  })
  gateway = await startSearchGateway({
    allowPrivateHosts: [site.host],
    defaults: { chat: 'scripted/writer' },
    embedder: 'scripted/vectors-8',
    timers: { plainMs: 20_000, searchMs: 20_000 },
  })
})
beforeEach(() => gateway.reset())
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const callTool = (name: string, given: unknown, init?: McpCallInit) =>
  call(gateway.sextant, name, given, init)
const codeOf = ({ text }: { text: string }) => /^\w+/.exec(text)?.[0]

test.each(Object.values(mcpTools))(
  'calls of $name are counted under their capability',
  ({ name, ...tool }) => {
    const { scope, routes } = capabilities[tool.capability]

    expect(routes).toHaveProperty([mcpRoute(name as keyof typeof mcpTools)], '/mcp')
    expect(tool.scopes).toContain(scope)
  },
)

describe('scrape', () => {
  test('cuts a long page at a paragraph and says how to go on, until everything was read', async () => {
    const url = `${site.origin}/long`
    let text = ''
    for (let from = 0, calls = 0; calls < 10; calls++) {
      const reply = await callTool('scrape', { url, from, maxCharacters: 4000 })
      const [head = '', ...body] = reply.text.split('\n\n---\n\n')
      text += body.join('\n\n---\n\n')
      expect(body.join('').length).toBeLessThanOrEqual(4000)
      const next = /Next: \d+ characters remain\. Call again with from=(\d+)\./.exec(head)?.[1]
      if (next === undefined) break
      expect(text).toMatch(/\n\n$/)
      from = Number(next)
    }

    expect(text.split('\n\n').map(part => part.trim())).toEqual(expect.arrayContaining(paragraphs))
    expect(site.asked.filter(({ path }) => path === '/long')).toHaveLength(1)
  })

  test('refuses a beginning after the end', async () => {
    const reply = await callTool('scrape', { url: `${site.origin}/tides`, from: 10_000 })

    expect(reply.result.isError).toBe(true)
    expect(reply.text).toMatch(/^invalid_value at `from`: 'from' is 10000; the text has \d+ characters\./)
  })

  test('names the status of a page that failed', async () => {
    expect((await callTool('scrape', { url: `${site.origin}/nothing` })).text).toContain('Status: HTTP 404')
  })
})

test('map lists links, best match first, and says whether there are more', async () => {
  const all = await callTool('map', { url: site.origin })
  const one = await callTool('map', { url: site.origin, search: 'moon', limit: 1 })

  expect(all.result.structuredContent).toEqual({
    links: expect.arrayContaining([`${site.origin}/tides`, `${site.origin}/moon`]),
    truncated: false,
  })
  expect(one.result.structuredContent).toMatchObject({ links: [`${site.origin}/moon`] })
})

test('search_web returns the results of the backends, never those of the library', async () => {
  gateway.searx.found = {
    '': {
      results: [{ title: 'Llamas', url: 'https://animals.example/llama', content: 'A llama carries loads.' }],
    },
  }
  await callTool('library_add', { title: 'Chairs', text: 'The chairs of the office are blue.' })

  const { result } = await callTool('search_web', { query: 'llama chairs', limit: 5 })

  expect(result.structuredContent).toEqual({
    results: [
      { url: 'https://animals.example/llama', title: 'Llamas', description: 'A llama carries loads.' },
    ],
  })
})

test('ai_search answers with numbered sources, and reports its steps to a client that asks for them', async () => {
  gateway.searx.found = {
    '': {
      results: [{ title: 'Llamas', url: 'https://animals.example/llama', content: 'A llama carries loads.' }],
    },
  }
  // No third reply: it would be that to a question for suggestions, which the tool does not return.
  gateway.sextant.upstream.next(...says('llama loads', 'Llamas carry loads [1].').slice(0, 2))

  const { result, notifications, headers } = await callTool(
    'ai_search',
    { query: 'What do llamas do?', mode: 'speed' },
    { progressToken: 'p1' },
  )

  expect(result.structuredContent).toEqual({
    answer: 'Llamas carry loads [1].',
    sources: [
      { n: 1, url: 'https://animals.example/llama', title: 'Llamas', quote: 'A llama carries loads.' },
    ],
  })
  expect(gateway.sextant.upstream.requests).toHaveLength(2)
  expect(gateway.searx.asked).toHaveLength(1)
  expect(headers.get('content-type')).toContain('text/event-stream')
  const progress = notifications.map(({ params }) => Number(params?.['progress']))
  expect(progress.length).toBeGreaterThan(1)
  expect(progress).toEqual(progress.toSorted((one, other) => one - other))
  expect(notifications.every(({ params }) => params?.['progressToken'] === 'p1')).toBe(true)
  expect(await gateway.sextant.row(headers.get('x-request-id'))).toMatchObject({
    route: 'mcp-ai-search',
    answeredBy: 'scripted/writer',
  })
})

describe('parse_document', () => {
  test('reads a document at a URL', async () => {
    const { text, headers } = await callTool('parse_document', { url: `${site.origin}/notes.md` })

    expect(text).toContain(`Name: notes.md\nURL: ${site.origin}/notes.md`)
    expect(text).toContain('The boat leaves at nine.')
    expect(await gateway.sextant.row(headers.get('x-request-id'))).toMatchObject({
      route: 'mcp-parse-document',
    })
  })

  test('reads one whose URL has no extension by its type', async () => {
    expect((await callTool('parse_document', { url: `${site.origin}/file` })).text).toContain('Name: file.md')
  })

  test('reads Base64, and only the pages that were chosen', async () => {
    const pages = ['The first page.', 'The second page.', 'The third page.']
    const { buffer } = await pdfFile(
      'pages.pdf',
      pages.map(page => [page]),
    )
    const data = buffer.toString('base64')
    const all = await callTool('parse_document', { data, name: 'pages.pdf' }, { progressToken: 'p1' })
    const second = await callTool('parse_document', {
      data: `data:application/pdf;base64,${data}`,
      name: 'pages.pdf',
      pages: '2',
    })
    const reversed = await callTool('parse_document', { data, name: 'pages.pdf', pages: '1,9-1' })
    const none = await callTool('parse_document', { data, name: 'pages.pdf', pages: '7-9' })

    expect(all.text).toMatch(/Type: pdf\nPages: 3\n/)
    for (const page of pages) expect(all.text).toContain(page)
    expect(all.notifications.map(({ params }) => params)).toMatchObject([
      { progress: 1, message: 'document received' },
      { progress: 2, total: 5, message: 'page 1 of 3 read' },
      { progress: 3, total: 5, message: 'page 2 of 3 read' },
      { progress: 4, total: 5, message: 'page 3 of 3 read' },
      { progress: 5, total: 5, message: 'document read' },
    ])
    expect(second.text).toContain('The second page.')
    expect(second.text).not.toContain('The first page.')
    expect(reversed.text).toMatch(/^invalid_value at `pages`: 'pages' has the range 9-1, .* Send 1-9\.$/)
    expect(none.text).toBe(
      "invalid_value at `pages`: The document has 3 pages; 'pages' is 7-9. Omit it or choose others.",
    )
  })

  // OCR takes seconds per page, and more on a busy machine.
  test(
    'recognizes scanned pages where asked to, and reports each of them',
    { timeout: 240_000 },
    async () => {
      const sentences = ['The ferry leaves the island at nine.', 'The harbor opens again at ten.']
      const scans = await Promise.all(
        sentences.map(async sentence => await cropScan(await drawScan([sentence]))),
      )
      const data = (await makeScannedPdf(scans)).toString('base64')
      const plain = await callTool('parse_document', { data, name: 'scan.pdf' })
      const read = await callTool(
        'parse_document',
        { data, name: 'scan.pdf', ocr: true },
        { progressToken: 'p1' },
      )
      const other = await callTool('parse_document', { data, name: 'scan.pdf', ocr: true, language: 'tlh' })

      expect(plain.text).toContain(
        'Warning: Some pages have no readable text. Call again with `ocr` true to recognize it. Pages: 1, 2.',
      )
      for (const sentence of sentences) expect(read.text).toContain(sentence)
      expect(read.text).not.toContain('Warning')
      expect(read.notifications.map(({ params }) => params)).toMatchObject([
        { progress: 1, message: 'document received' },
        { progress: 2, total: 4, message: 'page 1 of 2 read' },
        { progress: 3, total: 4, message: 'page 2 of 2 read' },
        { progress: 4, total: 6, message: 'text of scanned page 1 of 2 recognized' },
        { progress: 5, total: 6, message: 'text of scanned page 2 of 2 recognized' },
        { progress: 6, total: 6, message: 'document read' },
      ])
      expect(codeOf(other)).toBe('ocr_unavailable')
    },
  )

  test.each([
    [{}, 'missing_required_parameter'],
    [{ data: 'YQ==' }, 'missing_required_parameter'],
    [{ data: '<html>', name: 'a.html' }, 'invalid_value'],
    [{ data: `A${' '.repeat(400_000)}!`, name: 'a.txt' }, 'invalid_value'],
    [{ data: 'YQ==YQ==', name: 'a.txt' }, 'invalid_value'],
    [{ data: 'YQ==', name: 'a.txt', url: 'https://example.com/a' }, 'invalid_value'],
    [{ url: 'https://example.com/a', pages: '1;2' }, 'invalid_value'],
    [{ url: 'http://169.254.169.254/latest' }, 'url_not_allowed'],
  ])('refuses %o', async (given, code) => {
    const reply = await callTool('parse_document', given)

    expect(reply.result.isError).toBe(true)
    expect(codeOf(reply)).toBe(code)
  })

  test.each([
    ['url', { url: `/broken.pdf` }],
    ['data', { data: Buffer.from('%PDF-1.7 nothing').toString('base64'), name: 'broken.pdf' }],
  ])('names the argument %s of a file that cannot be read', async (param, given) => {
    const { text } = await callTool('parse_document', {
      ...given,
      ...('url' in given && { url: site.origin + given.url }),
    })

    expect(text).toContain(`unprocessable_file at \`${param}\``)
  })

  test('says that a file is damaged, and the next call works', async () => {
    expect(codeOf(await callTool('parse_document', { url: `${site.origin}/broken.pdf` }))).toBe(
      'unprocessable_file',
    )
    expect((await callTool('parse_document', { url: `${site.origin}/notes.md` })).result.isError).toBe(false)
  })
})

describe('the library', () => {
  test('has what was added, as passages with links and as resources', async () => {
    const added = await callTool('library_add', {
      title: 'Keys',
      text: 'The spare key hangs in the cupboard.',
    })
    const id = String(added.result.structuredContent?.['item'])
    expect(added.result.structuredContent).toEqual({ item: id, state: 'queued' })

    const search = () => callTool('library_search', { query: 'spare key cupboard' })
    const hits = async () => (await search()).result.structuredContent?.['hits']
    const read = await askMcp(gateway.sextant, 'resources/read', { uri: `sextant://library/${id}` })
    const list = await askMcp(gateway.sextant, 'resources/list')

    // Items are indexed behind the answer.
    await expect.poll(hits).toContainEqual({
      item: id,
      title: 'Keys',
      page: 1,
      text: 'The spare key hangs in the cupboard.',
      score: expect.any(Number),
    })
    expect((await search()).result.content.slice(1).map(({ uri }) => uri)).toContain(
      `sextant://library/${id}`,
    )
    expect(read.result.contents).toMatchObject([{ text: 'The spare key hangs in the cupboard.' }])
    expect(list.result.resources).toContainEqual(
      expect.objectContaining({ uri: `sextant://library/${id}`, name: 'Keys' }),
    )
    expect(await gateway.sextant.row(read.headers.get('x-request-id'))).toMatchObject({
      route: 'mcp-read-resource',
    })
  })

  test('logs the resources that were read for a key that logs payloads', async () => {
    const { token } = await gateway.sextant.makeKey({ keepBodies: true })
    const added = await callTool('library_add', { title: 'Boat', text: 'The boat leaves at nine.' })
    const uri = `sextant://library/${String(added.result.structuredContent?.['item'])}`
    await expect.poll(async () => (await askMcp(gateway.sextant, 'resources/read', { uri })).error).toBeNull()
    const answerTo = async (params: object) => {
      const { headers } = await askMcp(gateway.sextant, 'resources/read', { ...params }, { token })
      const id = headers.get('x-request-id') ?? ''
      await gateway.sextant.row(id)
      return await vi.waitUntil(
        async () => (await gateway.sextant.store.bodies.get(gateway.sextant.teamId, id))?.answer.text,
      )
    }

    expect(await answerTo({ uri })).toContain('The boat leaves at nine.')
    expect(await answerTo({ uri: 'sextant://library/none' })).toMatch(/not found/i)
  })

  test('takes the page at a URL, twice as the same item', async () => {
    const add = async () =>
      (await callTool('library_add', { url: `${site.origin}/tides` })).result.structuredContent?.['item']
    const id = await add()

    expect(await add()).toBe(id)
    const read = await askMcp(gateway.sextant, 'resources/read', { uri: `sextant://library/${String(id)}` })
    expect(read.result.contents[0]?.text).toContain('The tide is low at noon')
  })

  test('keeps the same text and title once, but once for each collection and owner', async () => {
    const { token } = await gateway.sextant.makeKey({ ownerId: null })
    const text = 'The bell rings at eight.'
    const add = async (given: object, init?: McpCallInit) =>
      (await callTool('library_add', { text, title: 'Bell', ...given }, init)).result.structuredContent?.[
        'item'
      ]
    const id = await add({})

    expect(await add({})).toBe(id)
    const others = [{ title: 'Gong' }, { text: 'The bell rings at nine.' }, { collection: 'bells' }]
    const ids = await Promise.all([...others.map(given => add(given)), add({}, { token })])
    expect(new Set([id, ...ids]).size).toBe(5)
  })

  test('reads no page for a key without the scope `web`', async () => {
    const { token } = await gateway.sextant.makeKey({ scopes: ['library', 'documents'] })
    const url = `${site.origin}/never`
    const added = await callTool('library_add', { url }, { token })
    const parsed = await callTool('parse_document', { url }, { token })

    expect([codeOf(added), codeOf(parsed)]).toEqual(['endpoint_not_allowed', 'endpoint_not_allowed'])
    expect(site.asked.map(({ path }) => path)).not.toContain('/never')
  })

  test.each([
    [{}, 'url'],
    [{ text: 'No title.' }, 'title'],
    [{ title: 'Empty', text: ' ' }, 'text'],
    [{ url: 'https://example.com/a', title: 'Mine', text: 'Not what the page says.' }, 'text'],
  ])('refuses %o and names the argument', async (given, param) => {
    expect((await callTool('library_add', given)).text).toContain(`at \`${param}\``)
  })

  test('names a wrong cursor as the protocol does, and an argument that no tool has', async () => {
    const { error } = await askMcp(gateway.sextant, 'resources/list', { cursor: 'nonsense' })
    const { text } = await callTool('library_search', { query: 'a', zzz: 1 })

    expect(error?.message).toBe('Invalid `cursor`. Use `nextCursor` of the previous result.')
    expect(text).toBe(
      "invalid_value at `zzz`: Unknown parameter: 'zzz'. Supported: 'query', 'limit', 'collections'.",
    )
  })

  test.each([
    'sextant://library/lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D',
    'sextant://library/../x',
    'file:///etc/passwd',
  ])('has no resource %s', async uri => {
    const { error } = await askMcp(gateway.sextant, 'resources/read', { uri })

    expect(error?.message).toMatch(/not found/i)
  })

  test('counts a list of resources and a refused tool as requests of the key', async () => {
    const limits = { requestsPerMinute: 1 }
    const lister = await gateway.sextant.makeKey({ ...limits, scopes: ['library'] })
    const caller = await gateway.sextant.makeKey({ ...limits, scopes: ['library'] })
    const list = () => askMcp(gateway.sextant, 'resources/list', {}, { token: lister.token })
    const call = () =>
      askMcp(gateway.sextant, 'tools/call', { name: 'none', arguments: {} }, { token: caller.token })

    expect((await list()).error).toBeNull()
    expect((await list()).error).toMatchObject({ data: { code: 'rate_limit_exceeded' } })
    expect((await call()).error?.message).toBe('Unknown tool: none')
    expect((await call()).error).toMatchObject({ data: { code: 'rate_limit_exceeded' } })
  })

  test('offers no resources to a key without its scope', async () => {
    const { token } = await gateway.sextant.makeKey({ scopes: ['web'] })
    const { error } = await askMcp(gateway.sextant, 'resources/list', {}, { token })

    expect(error).toMatchObject({ code: -32_601 })
  })
})
