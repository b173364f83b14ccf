import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { libraryItemSchema, type LibraryItem } from '#lib/contracts/api/library-item.ts'
import { libraryStatusSchema } from '#lib/contracts/api/library-manage.ts'
import {
  libraryAddContract,
  libraryItemContract,
  libraryListContract,
  librarySearchContract,
} from '#lib/contracts/api/library.ts'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { eventually, formOf, upload } from './__fixtures__/upload.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const llamas = `${'Llamas graze on the high plains. '.repeat(12)}Their wool is called fibre.`
let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  site = await startWebServer({
    '/llamas': `<title>Llamas</title><h1>On llamas</h1><p>${llamas}</p>`,
    '/short': '<p>Little.</p>',
  })
  sextant = await startTestGateway({ allowPrivateHosts: [site.host], embedder: 'scripted/vectors-8' })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const headers = (token = sextant.token) => ({ authorization: `Bearer ${token}` })
const get = (path: string, token?: string) => fetch(sextant.url + path, { headers: headers(token) })
const drop = (id: string, token?: string) =>
  fetch(`${sextant.url}/v1/library/${id}`, { method: 'DELETE', headers: headers(token) })

async function add(body: object, token = sextant.token): Promise<LibraryItem> {
  const response = await sextant.post('/v1/library', { title: 'Note', ...body }, { token })
  expect(response.status).toBe(200)
  return libraryAddContract.output.parse(await response.json())
}

async function search(query: string, about: object = {}, token = sextant.token) {
  const response = await sextant.post('/v1/library/search', { query, ...about }, { token })
  expect(response.status).toBe(200)
  return librarySearchContract.output.parse(await response.json())
}

async function list(query = '', token?: string) {
  return libraryListContract.output.parse(await (await get(`/v1/library${query}`, token)).json())
}

async function status() {
  return libraryStatusSchema.parse(await (await get('/v1/library/status')).json())
}

async function indexed(id: string): Promise<void> {
  await eventually(async () => {
    const item = libraryItemSchema.parse(await (await get(`/v1/library/${id}`)).json())
    expect(item.state).toBe('indexed')
  })
}

describe('an item', () => {
  test('is added, found by words and meaning, read page by page, moved and deleted', async () => {
    const pages = [
      { page: 1, content: '# Care\n\nFeed the [alpaca](https://e.com/x) twice a day.' },
      { page: 4, content: 'Its stable is cleaned on *Mondays*.' },
    ]
    const item = await add({ title: 'Alpaca manual', pages, collection: ' animals ' })
    expect(item).toMatchObject({ kind: 'document', collection: 'animals', state: 'queued', pages: 4 })
    await indexed(item.id)

    const hits = await search('When is the stable cleaned?')
    expect(hits.searched).toBe('hybrid')
    expect(hits.index).toEqual({ chunks: 2, embedded: 2 })
    expect(hits.data[0]).toMatchObject({ item: { id: item.id, chunks: 2, embedded: 2 }, from_page: 4 })
    expect(hits.data[0]?.content).toBe('Its stable is cleaned on Mondays.')
    const read = libraryItemContract.output.parse(await (await get(`/v1/library/${item.id}`)).json())
    expect(read.page_texts).toEqual(pages)
    expect(read.text).toContain('twice a day.\n\nIts stable')
    const moved = await sextant.post('/v1/library/batch', {
      action: 'move',
      ids: [item.id, `lib_${'0'.repeat(24)}`],
      collection: 'zoo',
    })
    expect(await moved.json()).toEqual({ object: 'library.batch', ids: [item.id] })
    expect((await search('stable', { collections: ['animals'] })).data).toEqual([])
    expect((await search('stable', { collections: ['zoo'] })).data[0]).toMatchObject({ from_page: 4 })

    expect(await (await drop(item.id)).json()).toEqual({ id: item.id, object: 'library.item', deleted: true })
    expect((await search('stable')).data).toEqual([])
    expect((await get(`/v1/library/${item.id}`)).status).toBe(404)
    expect((await drop(item.id)).status).toBe(404)
  })

  test('is found by its words as soon as the response arrives', async () => {
    const names = ['quokka', 'numbat', 'bilby', 'potoroo', 'dunnart']
    const found = []
    for (const name of names) {
      const { id } = await add({ title: 'Animals', text: `The ${name} is a marsupial of Australia.` })
      const hits = await search(name, { mode: 'text' })
      found.push(hits.data.some(({ item }) => item.id === id))
    }

    expect(found).toEqual(names.map(() => true))
  })

  test('with an address or a hash is replaced by the next with the same', async () => {
    const first = await add({ text: 'Old words here.', url: 'https://www.e.com/page?utm_source=x' })
    const second = await add({ text: 'New words here.', url: 'http://e.com/page/' })
    const file = await add({ text: 'One file.', sha256: 'a'.repeat(64) })
    const again = await add({ text: 'The same file.', sha256: 'a'.repeat(64), collection: 'other' })

    expect(second).toMatchObject({ id: first.id, kind: 'page', url: 'http://e.com/page/' })
    expect(again).toMatchObject({ id: file.id, kind: 'document', collection: 'other' })
    await indexed(second.id)
    expect((await search('old', { mode: 'text' })).data).toEqual([])
  })

  test('is listed newest first, with pagination, and by title', async () => {
    for (const title of ['1', 'Zebra one', 'Zebra two']) await add({ title, text: 'x' })

    const first = await list('?limit=1&q=zebra')
    const second = await list(`?limit=1&q=zebra&cursor=${first.next_cursor ?? ''}`)
    const all = (await list()).data.map(({ created }) => created)

    const titles = [...first.data, ...second.data].map(({ title }) => title)
    expect(new Set(titles)).toEqual(new Set(['Zebra one', 'Zebra two']))
    expect(second.next_cursor).toBeNull()
    expect(all).toEqual(all.toSorted((one, other) => other - one))
    expect((await list('?q=ZÉBRA')).data).toHaveLength(2)
    expect((await list('?q=1')).data.map(({ title }) => title)).toEqual(['1'])
  })

  test.each([
    [{ text: 'x' }, 'missing_required_parameter', 'title'],
    [{ title: 'x' }, 'missing_required_parameter', 'text'],
    [{ title: 'x', text: 'x', pages: [{ page: 1, content: 'x' }] }, 'invalid_value', 'pages'],
    [{ title: 'x', text: '  ' }, 'invalid_value', 'text'],
    [{ title: 'x', text: 'x', url: 'ftp://e.com' }, 'url_not_allowed', 'url'],
    [{ title: 'x', text: 'x', url: 'http://a:b@e.com' }, 'url_not_allowed', 'url'],
    [{ title: 'x', text: 'x', sha256: 'short' }, 'invalid_value', 'sha256'],
    [{ title: 'x', text: 'x', collection: 'a\nb' }, 'invalid_value', 'collection'],
  ])('%j is refused', async (body, code, param) => {
    const response = await sextant.post('/v1/library', body)

    expect(response.status).toBe(400)
    expect(await readError(response)).toMatchObject({ code, param })
  })

  test('with an unknown id, limit or cursor is rejected', async () => {
    const wrong = await get('/v1/library/nothing')
    const limit = await get('/v1/library?limit=500')

    expect(await readError(wrong)).toMatchObject({ code: 'invalid_value', param: 'id' })
    expect(await readError(limit)).toMatchObject({ code: 'integer_above_max_value', param: 'limit' })
    for (const cursor of ['%22', 'MTIz', Buffer.from('1 lib_x').toString('base64url')]) {
      const response = await get(`/v1/library?cursor=${cursor}`)
      expect(response.status).toBe(400)
      expect(await readError(response)).toMatchObject({ code: 'invalid_value', param: 'cursor' })
    }
    expect(await readError(await get(`/v1/library/lib_${'0'.repeat(24)}`))).toMatchObject({
      code: 'item_not_found',
    })
  })

  test('needs a key with the scope', async () => {
    const { token } = await sextant.makeKey({ scopes: ['web', 'documents'] })

    expect((await get('/v1/library', token)).status).toBe(403)
    expect((await get('/v1/library', 'wrong')).status).toBe(401)
    expect((await sextant.post('/v1/library/search', { query: 'x' }, { token })).status).toBe(403)
  })
})

describe('a search', () => {
  test.each(['"', '-', '*', '“”', '()', "'; drop table library_items; --", '\u0000', 'NEAR(a b)'])(
    'for %j is an answer',
    async query => {
      const response = await sextant.post('/v1/library/search', { query, mode: 'text' })

      expect(response.status).toBe(200)
    },
  )

  test('finds words of Chinese and Japanese, two characters long', async () => {
    const chinese = await add({ title: 'Chinese', text: '我们昨天在图书馆学习汉语语法和写作。' })
    const japanese = await add({ title: 'Japanese', text: '東京都庁の展望室は無料です。' })
    await indexed(chinese.id)
    await indexed(japanese.id)

    for (const word of ['汉语', '语法', '学习', '图书']) {
      expect((await search(word, { mode: 'text' })).data[0]?.item.id).toBe(chinese.id)
    }
    for (const word of ['東京', '都庁', '無料']) {
      expect((await search(word, { mode: 'text' })).data[0]?.item.id).toBe(japanese.id)
    }
  })

  test('uses only words where the key does not allow the embedding model', async () => {
    const { token } = await sextant.makeKey({ models: ['scripted/echo'] })

    expect(await search('汉语', {}, token)).toMatchObject({ searched: 'text', data: [{}] })
  })
})

describe('what is read', () => {
  test('of a page is saved on request, in the background, once per URL', async () => {
    const scrape = (about: object) =>
      sextant.post('/v1/web', { model: 'scrape', params: { url: `${site.origin}/llamas#top`, ...about } })

    const kept = await scrape({ library: 'farm', formats: ['links'] })
    const again = await sextant.post('/v1/scrape', { url: `${site.origin}/llamas`, library: true })

    const id = kept.headers.get('sextant-library') ?? ''
    expect(id).toMatch(/^lib_/)
    expect(again.headers.get('sextant-library')).toBe(id)
    const { data } = (await kept.json()) as { data: object }
    expect(Object.keys(data)).toEqual(['links', 'metadata'])
    await indexed(id)
    const [hit] = (await search('wool called')).data
    expect(hit).toMatchObject({
      item: { id, kind: 'page', title: 'Llamas', url: `${site.origin}/llamas`, collection: 'default' },
    })
    await drop(id)
  })

  test.each([
    ['/short', 'too_short'],
    ['/missing', 'status'],
  ])('at %s is not saved, and is still returned', async (path, reason) => {
    const response = await sextant.post('/v1/scrape', { url: site.origin + path, library: true })

    expect(response.status).toBe(200)
    expect(response.headers.get('sextant-library')).toBe(`skipped; reason=${reason}`)
  })

  test('of a document is saved with its pages, once per file', async () => {
    const form = () => formOf({ library: 'TRUE' }, `# Alpacas\n\n${llamas}`, 'alpacas.md')
    const first = await upload(sextant, form(), headers())
    const second = await upload(sextant, form(), headers())

    const id = first.headers.get('sextant-library') ?? ''
    expect(second.headers.get('sextant-library')).toBe(id)
    await indexed(id)
    const item = libraryItemContract.output.parse(await (await get(`/v1/library/${id}`)).json())
    expect(item).toMatchObject({ kind: 'document', title: 'alpacas.md', collection: 'default', pages: 1 })
    expect(item.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(item.text).toContain('# Alpacas\n\nLlamas graze')
    await drop(id)
  })

  test('without a key is never saved', async () => {
    const asked = await upload(sextant, formOf({ library: 'true' }))
    const silent = await upload(sextant, formOf({ library: 'false' }))

    expect(asked).toMatchObject({ status: 401, body: { code: 'missing_api_key' } })
    expect(silent.status).toBe(200)
    expect(silent.headers.get('sextant-library')).toBeNull()
  })
})

test('a team that saves everything saves all but opted-out requests', async () => {
  const before = (await list()).data.length
  const read = (about: object = {}) => sextant.post('/v1/scrape', { url: `${site.origin}/llamas`, ...about })
  expect((await read()).headers.get('sextant-library')).toBeNull()
  expect((await status()).keep_everything).toBe(false)

  await sextant.post('/v1/library/settings', { keep_everything: true })
  expect((await read({ library: false })).headers.get('sextant-library')).toBeNull()
  expect((await list()).data).toHaveLength(before)
  const page = (await read()).headers.get('sextant-library')
  const file = (await upload(sextant, formOf({}, llamas), headers())).headers.get('sextant-library')
  expect((await upload(sextant, formOf({}, llamas))).headers.get('sextant-library')).toBeNull()

  expect((await status()).keep_everything).toBe(true)
  await sextant.post('/v1/library/settings', { keep_everything: false })
  expect((await read()).headers.get('sextant-library')).toBeNull()
  const removed = await sextant.post('/v1/library/batch', { action: 'delete', ids: [page, file] })
  expect(await removed.json()).toMatchObject({ ids: [page, file] })
})
