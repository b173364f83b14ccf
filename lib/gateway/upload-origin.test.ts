import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { failuresOf } from '#lib/contracts/core/failures.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './__fixtures__/test-gateway.ts'
import { extraction, filePart, openUpload, rawForm } from './__fixtures__/upload.ts'

vi.setConfig({ testTimeout: 60_000 })

const files = { upload: () => Promise.resolve(extraction) }
const appUrl = 'https://ai.example.org'
const evil = 'https://evil.example'

async function send(url: string, headers: Record<string, string>) {
  const { head, body } = rawForm([filePart('Some words.')])
  const { outgoing, answer } = openUpload(url, { 'content-type': head, ...headers })
  outgoing.end(body)
  return await answer
}

async function statusOf(config: NonNullable<TestGatewayOptions['config']>, headers: Record<string, string>) {
  await using sextant = await startTestGateway({ files, config })
  return (await send(sextant.url, headers)).status
}

const keyOf = ({ token }: TestGateway) => ({ authorization: `Bearer ${token}` })

describe('in open mode, without a key', () => {
  test.each([
    ['from a page of another site', { origin: evil }],
    ['from a page of another port', { origin: 'http://localhost:5173', host: 'localhost:3000' }],
    ['from an opaque origin', { origin: 'null' }],
    ['marked as cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['marked as cross-site with our own origin', ownPage({ 'sec-fetch-site': 'cross-site' })],
    ['under a name that may resolve to this machine', { host: 'evil.example:3000' }],
    ['from a page under such a name', { host: 'evil.example:3000', origin: 'http://evil.example:3000' }],
    ['under an address of the network', { host: '192.168.1.4:3000' }],
  ])('an upload %s is rejected and not processed', async (_, headers) => {
    const upload = vi.fn<typeof files.upload>(files.upload)
    await using sextant = await startTestGateway({ files: { upload } })

    const { status, body } = await send(sextant.url, headers)

    expect(status).toBe(403)
    expect(body).toMatchObject({ status: false, content: '', type: 'error', code: 'forbidden_origin' })
    expect(body['error']).toContain('API key')
    expect(upload).not.toHaveBeenCalled()
  })

  test.each([
    ['a program, which names no origin', {}],
    ['localhost', { host: 'localhost:3000' }],
    ['the IPv6 loopback address', { host: '[::1]:3000' }],
    ['a forwarded port', { host: '127.0.0.1:49152' }],
    ['a page of our own', ownPage({ 'sec-fetch-site': 'same-origin' })],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ])('an upload by %s is read', async (_, headers) => {
    expect(await statusOf({}, headers)).toBe(200)
  })

  test('an origin that the configuration lists may upload; `*` lists none', async () => {
    const headers = { origin: evil, 'sec-fetch-site': 'cross-site' }

    expect(await statusOf({ cors: [evil] }, headers)).toBe(200)
    expect(await statusOf({ cors: ['*'] }, headers)).toBe(403)
  })

  test('an API bound to the network accepts any host name, but no page of that host', async () => {
    const config = { host: '0.0.0.0' }
    const host = '192.168.1.4:3000'

    expect(await statusOf(config, { host })).toBe(200)
    expect(await statusOf(config, { host, origin: `http://${host}` })).toBe(403)
  })

  test('the name of APP_URL is known', async () => {
    expect(await statusOf({ appUrl }, { host: 'ai.example.org', origin: appUrl })).toBe(200)
    expect(await statusOf({ appUrl }, { host: 'evil.example' })).toBe(403)
  })
})

describe('with sign-in, without a key', () => {
  const config = { auth: 'team', appUrl, host: '0.0.0.0' } as const

  test('a page of APP_URL may upload, one of another site may not', async () => {
    expect(await statusOf(config, { host: 'ai.example.org', origin: appUrl })).toBe(200)
    expect(await statusOf(config, { host: 'ai.example.org', origin: evil })).toBe(403)
    expect(await statusOf(config, { host: 'ai.example.org', 'sec-fetch-site': 'cross-site' })).toBe(403)
  })

  test('a program may use any name', async () => {
    expect(await statusOf(config, { host: 'sextant.internal:3000' })).toBe(200)
  })
})

test('OpenAPI names the code of the rejection', () => {
  expect(failuresOf(uploadContract).find(({ status }) => status === '403')?.meaning).toContain(
    'forbidden_origin',
  )
})

test('an upload with a key is accepted from any page or host name', async () => {
  await using sextant = await startTestGateway({ files })
  const headers = { host: 'evil.example', origin: evil, 'sec-fetch-site': 'cross-site' }

  expect((await send(sextant.url, { ...headers, ...keyOf(sextant) })).status).toBe(200)
})

test('if keys are ignored, a key does not admit a page of another site', async () => {
  await using sextant = await startTestGateway({ files, config: { uploadAuth: 'off' } })

  expect((await send(sextant.url, { origin: evil, ...keyOf(sextant) })).status).toBe(403)
})

test('the upload listener rejects pages of other sites too', async () => {
  await using sextant = await startTestGateway({
    files,
    config: { listeners: { crawl: null, upload: 3999 } },
  })
  const { uploadServer } = sextant.gateway
  if (uploadServer === null) throw new Error('there is no upload listener')
  uploadServer.listen(0, '127.0.0.1')
  await once(uploadServer, 'listening')
  const url = `http://127.0.0.1:${(uploadServer.address() as AddressInfo).port}`

  expect((await send(url, { origin: evil })).status).toBe(403)
})

function ownPage(headers: Record<string, string>): Record<string, string> {
  return { host: 'localhost:3000', origin: 'http://localhost:3000', ...headers }
}
