import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const patience = { timeout: 10_000 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('what the console lists for its pages leaves no row, and the same requests of an API key do', async () => {
  const { id } = await addItem()
  const paths = ['/v1/models', '/v1/library', '/v1/library/status', `/v1/library/${id}`]
  const playground = await gateway.makeKey({ kind: 'playground' })
  const api = await gateway.makeKey()

  for (const path of paths) expect([path, await get(path, playground.token)]).toEqual([path, 200])
  for (const path of paths) expect([path, await get(path, api.token)]).toEqual([path, 200])

  // Rows are written in order: those of the console's requests would be there before the last one.
  await expect
    .poll(() => routesOf(api.id), patience)
    .toEqual(['library-item', 'library-list', 'library-status'])
  expect(await routesOf(playground.id)).toEqual([])
})

test('a search of the library from the console is a run', async () => {
  const playground = await gateway.makeKey({ kind: 'playground' })

  await gateway.post('/v1/library/search', { query: 'wool' }, { token: playground.token })

  await expect.poll(() => routesOf(playground.id), patience).toEqual(['library-search'])
})

test('only requests with output tokens have a time to first token', async () => {
  const say = { model: 'scripted/echo', messages: [{ role: 'user', content: 'hi' }] }
  const chat = await gateway.chat(say)
  const embeddings = await gateway.post('/v1/embeddings', { model: 'scripted/embed', input: 'hi' })

  const chatRow = await gateway.row(chat.headers.get('x-request-id'))
  const embeddingsRow = await gateway.row(embeddings.headers.get('x-request-id'))
  expect([chatRow.status, embeddingsRow.status]).toEqual([200, 200])
  expect(chatRow.firstMs).toEqual(expect.any(Number))
  expect(embeddingsRow.firstMs).toBeNull()
})

async function addItem(): Promise<{ id: string }> {
  const response = await gateway.post('/v1/library', { title: 'Rules', text: 'wool' })
  return (await response.json()) as { id: string }
}

async function get(path: string, token: string): Promise<number> {
  const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.status
}

async function routesOf(keyId: string): Promise<string[]> {
  const rows = await gateway.store.requests.list(gateway.teamId, { limit: 100 })
  return rows
    .filter(row => row.keyId === keyId)
    .map(row => row.route)
    .toSorted()
}
