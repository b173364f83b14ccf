import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { startTestGateway } from './__fixtures__/test-gateway.ts'
import { extraction, formOf, upload } from './__fixtures__/upload.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 86_400_000
const files = { upload: () => Promise.resolve(extraction) }

describe('without a key', () => {
  test('an IP address may upload ten times per minute, then gets a retry delay', async () => {
    await using sextant = await startTestGateway({ files })
    const answers = []
    for (let at = 0; at < 11; at++) answers.push(await upload(sextant, formOf()))

    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(answers[10]?.body).toMatchObject({ status: false, type: 'error', code: 'rate_limit_exceeded' })
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { status } = await upload(sextant, formOf(), { authorization: `Bearer ${sextant.token}` })
    expect(status).toBe(200)
  })

  test('an upload has a row without key and member, and counts in usage', async () => {
    await using sextant = await startTestGateway({ files })

    const { headers } = await upload(sextant, formOf(), { 'user-agent': 'curl/8' })

    const row = await sextant.row(headers.get('x-request-id'))
    expect(row).toMatchObject({
      keyId: 'anonymous',
      userId: null,
      route: 'upload',
      status: 200,
      client: 'curl/8',
      address: '127.0.0.1',
    })
    const [day] = await sextant.store.usage.sums(sextant.teamId, {
      from: row.startedAt - 2 * dayMs,
      to: row.startedAt + dayMs,
      filter: { keyIds: null, owner: null, model: null, provider: null, capability: null },
      by: 'keyId',
      withTimes: false,
    })
    expect(day).toMatchObject({ value: 'anonymous', requests: 1 })
  })

  test('two uploads per IP address are processed at a time', async () => {
    const release = Promise.withResolvers<void>()
    let begun = 0
    const twoBegun = Promise.withResolvers<void>()
    await using sextant = await startTestGateway({
      files: {
        upload: async () => {
          if (++begun === 2) twoBegun.resolve()
          await release.promise
          return extraction
        },
      },
    })
    const first = [upload(sextant, formOf()), upload(sextant, formOf())]
    await twoBegun.promise
    const third = await upload(sextant, formOf())
    release.resolve()

    expect(third.status).toBe(429)
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
    expect((await upload(sextant, formOf())).status).toBe(200)
  })

  test('behind trusted proxies the limits are those of the client’s address', async () => {
    await using sextant = await startTestGateway({ files, config: { trustedProxies: 1 } })
    const from = (address: string) => upload(sextant, formOf(), { 'x-forwarded-for': `1.1.1.1, ${address}` })
    for (let at = 0; at < 10; at++) await from('2001:db8::1')

    // An IPv6 customer gets a whole /64.
    expect((await from('2001:db8::2')).status).toBe(429)
    expect((await from('2001:db8:0:1::1')).status).toBe(200)
  })

  test('forwarded client addresses are ignored otherwise', async () => {
    await using sextant = await startTestGateway({ files })
    for (let at = 0; at < 10; at++) await upload(sextant, formOf(), { 'x-forwarded-for': `2.2.2.${at}` })

    expect((await upload(sextant, formOf(), { 'x-forwarded-for': '3.3.3.3' })).status).toBe(429)
  })
})

describe('UPLOAD_AUTH', () => {
  test('required: uploads need a key', async () => {
    await using sextant = await startTestGateway({ files, config: { uploadAuth: 'required' } })
    const refused = await upload(sextant, formOf())
    const taken = await upload(sextant, formOf(), { authorization: `Bearer ${sextant.token}` })

    expect([refused.status, refused.body['code']]).toEqual([401, 'missing_api_key'])
    expect(taken.status).toBe(200)
  })

  test('off: keys are ignored', async () => {
    await using sextant = await startTestGateway({ files, config: { uploadAuth: 'off' } })

    expect((await upload(sextant, formOf(), { authorization: 'Bearer wrong' })).status).toBe(200)
  })

  test('a public port without a key is logged at start', async () => {
    await using open = await startTestGateway({ files, config: { host: '0.0.0.0' } })
    await using closed = await startTestGateway({
      files,
      config: { host: '0.0.0.0', uploadAuth: 'required' },
    })
    const warned = ({ logs }: typeof open) => logs.some(({ text }) => String(text).includes('UPLOAD_AUTH'))

    expect([warned(open), warned(closed)]).toEqual([true, false])
  })
})

test('with its own listener, uploads are accepted only there', async () => {
  await using sextant = await startTestGateway({
    files,
    config: { listeners: { crawl: null, upload: 3999 } },
  })
  const { uploadServer } = sextant.gateway
  if (uploadServer === null) throw new Error('there is no upload listener')
  uploadServer.listen(0, '127.0.0.1')
  await once(uploadServer, 'listening')
  const url = `http://127.0.0.1:${(uploadServer.address() as AddressInfo).port}`

  const here = await upload({ url }, formOf())
  const elsewhere = await upload(sextant, formOf())
  const chat = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{}' })

  expect(here.status).toBe(200)
  expect(elsewhere).toMatchObject({ status: 400, body: { status: false, code: 'invalid_value' } })
  expect(elsewhere.body['error']).toContain('http://127.0.0.1:3999/upload')
  expect(chat.status).toBe(404)
})
