import { describe, expect, test } from 'vitest'
import { failureOfOne, createTestScrape, scrapeOne } from '#lib/capabilities/__fixtures__/test-scrape.ts'
import { startWebServer, typed, type WebPage } from '#lib/capabilities/__fixtures__/web-server.ts'

describe('charset', () => {
  const body = (text: string, head = '') => `<html><head>${head}</head><body><p>${text}</p></body></html>`
  const latin = (text: string, head = '') => Buffer.from(body(text, head), 'latin1')
  const french =
    'Le café est près de l’école où j’étais élève, et l’été il y a de la crème glacée'.replaceAll('’', ' ')
  const cyrillic = Buffer.from(
    'cff0e8e2e5f22c20eae0ea20e4e5ebe03f20d1e5e3eee4edff20ecfb20efeee9e4b8ec',
    'hex',
  )
  const japanese = Buffer.concat([
    Buffer.from('<meta charset="shift_jis"><p>'),
    Buffer.from('93fa967b8cea', 'hex'),
  ])
  const chinese = Buffer.concat([Buffer.from('<meta charset="gb18030"><p>'), Buffer.from('d6d0cec4', 'hex')])

  test.each([
    [
      'the header against the meta element',
      typed('text/html; charset=iso-8859-1', latin('café', '<meta charset="utf-8">')),
      'café',
    ],
    [
      'the meta element where the header says none',
      typed('text/html', latin('café', '<meta charset="iso-8859-1">')),
      'café',
    ],
    [
      'the old meta element',
      typed(
        'text/html',
        latin('café', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">'),
      ),
      'café',
    ],
    [
      'the order mark against the header',
      typed('text/html; charset=iso-8859-1', `\ufeff${body('café')}`),
      'café',
    ],
    ['UTF-8 where nothing is said', typed('text/html', body('café')), 'café'],
    ['an unknown name as UTF-8', typed('text/html; charset=klingon', body('café')), 'café'],
    ['the text where nothing is said: Western European', typed('text/html', latin(french)), french],
    [
      'the text where nothing is said: Cyrillic',
      typed(
        'text/html',
        Buffer.concat([Buffer.from('<style>p{color:red}</style><p class="text">'), cyrillic]),
      ),
      'Привет, как дела? Сегодня мы пойдём',
    ],
    [
      'the text where nothing is said: Japanese',
      typed(
        'text/html',
        Buffer.concat([Buffer.from('<p>'), Buffer.from('82b182f182c982bf82cd90a28a45', 'hex')]),
      ),
      'こんにちは世界',
    ],
    [
      'the XML declaration',
      typed(
        'application/xml',
        Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>café</a>', 'latin1'),
      ),
      '<?xml version="1.0" encoding="iso-8859-1"?><a>café</a>',
    ],
    [
      'UTF-8 in spite of a broken character',
      typed('text/html', Buffer.concat([Buffer.from(`<p>${french}`), Buffer.from([0xff])])),
      `${french}\ufffd`,
    ],
    ['Shift JIS', typed('text/html', japanese), '日本語'],
    ['GB 18030', typed('text/html', chinese), '中文'],
    ['UTF-16', typed('text/html', Buffer.from(`\ufeff${body('café')}`, 'utf16le')), 'café'],
    ['the header of a text', typed('text/plain; charset=iso-8859-1', Buffer.from('café', 'latin1')), 'café'],
  ])('is read by %s', async (_, page, text) => {
    expect((await scrapeOne(page)).text).toBe(text)
  })
})

describe('targets that are not pages', () => {
  test('JSON becomes a block, and is its own text', async () => {
    const data = await scrapeOne(typed('application/json', '{"a": "```"}'))

    expect(data).toMatchObject({ markdown: '````json\n{"a": "```"}\n````', text: '{"a": "```"}', links: [] })
    expect(data.metadata).toMatchObject({ contentType: 'application/json', statusCode: 200 })
  })

  test.each([
    ['text/plain', 'a < b\n  # c', 'a < b\n  # c'],
    ['text/markdown', '# Head\n\n*x*', '# Head\n\n*x*'],
    ['application/rss+xml', '<rss><title>T</title></rss>', '<rss><title>T</title></rss>'],
    ['text/csv', 'a,b\n1,2', 'a,b\n1,2'],
    ['application/ld+json', '[1]', '```json\n[1]\n```'],
  ])('%s is text as it is', async (type, body, markdown) => {
    expect((await scrapeOne(typed(type, body))).markdown).toBe(markdown)
  })

  test.each([
    ['application/pdf', '%PDF-1.7'],
    ['image/png', '\x89PNG'],
    ['image/svg+xml', '<svg>'],
    ['video/mp4', 'x'],
    ['application/zip', 'PK'],
    ['font/woff2', 'x'],
    [null, '%PDF-1.7 unnamed'],
    [null, 'a\0b'],
    ['application/octet-stream', Buffer.from([0x89, 0x50, 0, 1])],
  ])('%s is refused', async (type, body) => {
    expect(await failureOfOne(typed(type, body), { parsePDF: false })).toEqual({
      code: 'unsupported_content_type',
      param: 'url',
    })
  })

  test.each([
    ['<!doctype html><p>a page', 'text/html', 'a page'],
    ['  <p>a page', 'text/html', 'a page'],
    ['{"a":1}', 'application/json', '```json\n{"a":1}\n```'],
    ['words', 'text/plain', 'words'],
    ['{ not json', 'text/plain', '{ not json'],
  ])('without a type is detected by its bytes: %s', async (body, contentType, markdown) => {
    const data = await scrapeOne(typed(null, body))

    expect(data.markdown).toBe(markdown)
    expect(data.metadata.contentType).toBe(contentType)
  })
})

describe('what the page answers', () => {
  test.each([403, 404, 500, 503])('status %d does not fail the request', async status => {
    const data = await scrapeOne(typed('text/html', '<title>No</title><p>Not for you.</p>', status))

    expect(data.markdown).toBe('Not for you.')
    expect(data.metadata).toMatchObject({ statusCode: status, title: 'No' })
    expect(data.warning).toContain(String(status))
  })

  test('an empty body gets a warning', async () => {
    expect((await scrapeOne(typed('text/html', ''))).warning).toContain('empty')
  })

  test('an empty shell gets a warning that it needs JavaScript', async () => {
    const shell = '<div id="root"></div><script src="/app.js"></script>'

    expect((await scrapeOne(shell)).warning).toContain('JavaScript')
    expect(await scrapeOne('<p>A page of words.</p>')).not.toHaveProperty('warning')
  })

  test('only the requested formats and the metadata are present', async () => {
    const data = await scrapeOne('<html lang="fr"><title>T</title><p>x</p>', { formats: ['rawHtml'] })

    expect(data).toEqual({
      rawHtml: '<html lang="fr"><title>T</title><p>x</p>',
      metadata: {
        title: 'T',
        description: '',
        language: 'fr',
        sourceURL: expect.stringMatching(/^http:/),
        url: expect.stringMatching(/^http:/),
        statusCode: 200,
        contentType: 'text/html; charset=utf-8',
      },
    })
  })
})

describe('redirects', () => {
  test('are followed; both URLs are returned, and links are relative to the last', async () => {
    await using site = await startWebServer({
      '/old': (_, response) => void response.writeHead(301, { location: '/new/' }).end(),
      '/new/': '<p><a href="x">x</a></p>',
    })
    const scrape = createTestScrape({ allowPrivateHosts: [site.host] })

    const { metadata, markdown } = await scrape({ url: `${site.origin}/old` })

    expect(metadata).toMatchObject({ sourceURL: `${site.origin}/old`, url: `${site.origin}/new/` })
    expect(markdown).toBe(`[x](${site.origin}/new/x)`)
  })

  test('without end are an error', async () => {
    expect(
      await failureOfOne((_, response) => void response.writeHead(302, { location: '/' }).end()),
    ).toEqual({
      code: 'fetch_failed',
      param: 'url',
    })
  })

  test('to a blocked address are rejected', async () => {
    const page: WebPage = (_, response) =>
      void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()

    expect(await failureOfOne(page)).toEqual({ code: 'url_not_allowed', param: 'url' })
  })

  test('to another site drop the client’s headers', async () => {
    await using other = await startWebServer({ '/': '<p>there</p>' })
    await using site = await startWebServer({
      '/': (_, response) => void response.writeHead(302, { location: `${other.origin}/` }).end(),
    })
    const scrape = createTestScrape({ allowPrivateHosts: [site.host, other.host] })

    await scrape({ url: site.origin, headers: { Authorization: 'Bearer secret', 'X-Own': '1' } })

    expect(site.asked[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-own': '1' })
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization')
    expect(other.asked[0]?.headers).not.toHaveProperty('x-own')
  })
})

test('mobile sends a phone’s user agent', async () => {
  await using site = await startWebServer({ '/': '<p>x</p>' })
  const scrape = createTestScrape({ allowPrivateHosts: [site.host] })

  await scrape({ url: site.origin })
  await scrape({ url: site.origin, mobile: true })

  const agents = site.asked.map(({ headers }) => headers['user-agent'] ?? '')
  expect(agents.map(agent => /Mobile/.test(agent))).toEqual([false, true])
  expect(agents.every(agent => agent.includes('Sextant'))).toBe(true)
})
