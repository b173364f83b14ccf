import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const secret = 'The warehouse in Lisbon keeps llama wool for two years.'
let site: WebServer
let sextant: TestGateway
let token: string
beforeAll(async () => {
  site = await startWebServer({ '/': typed('text/html', `<main><p>${`${secret} `.repeat(10)}</p></main>`) })
  sextant = await startTestGateway({ allowPrivateHosts: [site.host] })
  await sextant.post('/v1/library', { title: 'Rules', text: secret.repeat(10) })
  token = (await sextant.makeKey({ scopes: ['web', 'documents'] })).token
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const search = (model: string, params: object, as: string) =>
  sextant.post('/v1/web', { model, params: { query: 'warehouse wool', ...params } }, { token: as })

test('a key without the scope searches without the library', async () => {
  await expect
    .poll(async () => await (await search('search', {}, sextant.token)).text(), { timeout: 30_000 })
    .toContain('llama wool')
  expect(await (await search('search', {}, token)).text()).not.toContain('llama wool')
})

test.each([
  ['search', { library: true }],
  ['search', { library: ['default'] }],
  ['sextant-ai-search', { library: true, chatModel: { provider: 'local', model: 'extractive' } }],
])('it gets an error when it requests the library: %s %o', async (model, params) => {
  const response = await search(model, params, token)

  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: { code: 'endpoint_not_allowed' } })
})

test('it adds nothing to the library', async () => {
  const page = await sextant.post('/v1/scrape', { url: site.origin, library: true }, { token })
  const form = new FormData()
  form.set('file', new File([secret.repeat(10)], 'a.txt'))
  form.set('library', 'farm')
  const headers = { authorization: `Bearer ${token}` }
  const upload = await fetch(`${sextant.url}/upload`, { method: 'POST', headers, body: form })

  expect([page.status, upload.status]).toEqual([403, 403])
  const kept = await fetch(`${sextant.url}/v1/library`, {
    headers: { authorization: `Bearer ${sextant.token}` },
  })
  expect(await kept.json()).toMatchObject({ data: [{ title: 'Rules' }] })
})
