import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { createLog } from './log.ts'
import { readFiles } from './__fixtures__/read-files.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

// One secret per input; the provider's key is the test gateway's.
const canaries = {
  bearer: 'Bearer canary-bearer-0123456789',
  apiKey: 'sk-canary-openai-0123456789',
  ours: 'sxt_canarykey0123456789abcdefgh',
  google: 'AIzaCanaryGoogle0123456789',
  groq: 'gsk_canarygroq0123456789',
  huggingFace: 'hf_canaryhuggingface0123',
  jwt: 'eyJjYW5hcnkiOjF9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ',
  userInfo: 'https://user:canary-password@internal.example/x',
  urlKey: 'https://api.example/v1?key=canary-url-key-1',
  urlToken: 'https://api.example/v1?a=1&access_token=canary-url-token-2',
  signature: 'https://files.example/x?signature=canary-signature-3',
}
const provider = 'sk-scripted-upstream-key'
// The part of each that must not leak: the secret itself, not the surrounding text.
const secrets = [
  provider,
  'canary-bearer-0123456789',
  'canary-openai-0123456789',
  'canarykey0123456789abcdefgh',
  'CanaryGoogle0123456789',
  'canarygroq0123456789',
  'canaryhuggingface0123',
  'c2lnbmF0dXJlLWNhbmFyeQ',
  'canary-password',
  'canary-url-key-1',
  'canary-url-token-2',
  'canary-signature-3',
]

test('twelve secrets echoed by an upstream appear in no response, log line, row, metric or file', async () => {
  await using sextant = await startTestGateway({ policy: { retriesMax: 0 } })
  const said = `${provider} ${Object.values(canaries).join(' ')} at ${sextant.upstream.baseUrl}`
  const error = { error: { message: said, type: said, code: 400 } }
  const answers: string[] = []
  const messages = [{ role: 'user', content: 'hello' }]

  for (const status of [400, 401, 422, 429, 500]) {
    sextant.upstream.next({ kind: 'error', status, body: error })
    answers.push(await (await sextant.chat({ model: `scripted/m${status}`, messages })).text())
  }
  for (const events of [0, 3]) {
    const text = ['a', 'b', 'c', 'd', 'e']
    sextant.upstream.next({ kind: 'answer', text, after: { events, end: { event: error } } })
    answers.push(await (await sextant.chat({ model: 'scripted/s', messages, stream: true })).text())
  }
  sextant.upstream.next({ kind: 'raw', headers: { 'content-type': 'text/html' }, parts: [said] })
  answers.push(await (await sextant.chat({ model: 'scripted/h', messages })).text())
  const headers = { authorization: `Bearer ${sextant.token}` }
  const metrics = await (await fetch(`${sextant.url}/metrics`, { headers })).text()
  await expect
    .poll(async () => (await sextant.store.requests.list(sextant.teamId, { limit: 50 })).length)
    .toBe(8)
  const rows = await sextant.store.requests.list(sextant.teamId, { limit: 50 })

  const files = readFiles(sextant.dataDir).map(({ text }) => text)
  const seen = [...answers, metrics, JSON.stringify(rows), ...files].join('\n')
  expect(answers.every(answer => answer.includes('"error"'))).toBe(true)
  expect(answers.join('\n')).toContain('[redacted]')
  for (const secret of [...secrets, sextant.upstream.baseUrl, sextant.token])
    expect(seen).not.toContain(secret)
})

test('the same, cookies and the address of a provider appear in no logged HTTP side', async () => {
  await using upstream = await startScriptedUpstream()
  const opaque = 'canary-opaque-key-4'
  const baseUrl = `http://127.0.0.1:${upstream.port}/canary-base-path/v1`
  await using sextant = await startTestGateway({
    policy: { retriesMax: 0 },
    providers: [{ id: 'private', baseUrl, apiKey: opaque }],
  })
  const { token } = await sextant.makeKey({ keepBodies: true })
  const said = `${opaque} ${Object.values(canaries).join(' ')} at ${baseUrl}/chat and /canary-base-path/v1`
  const slashed = JSON.stringify({ error: { message: said } }).replaceAll('/', String.raw`\/`)
  const cookies = { 'set-cookie': 'a=canary-cookie-5', location: `${baseUrl}/x`, 'x-own': 'canary-header-6' }
  const event = `data: ${JSON.stringify({ choices: [{ delta: { content: said } }] })}\n\n`
  const split = event.indexOf(opaque) + 6
  const scripts = [
    { kind: 'raw', headers: { 'content-type': 'text/html', ...cookies }, parts: [said] },
    { kind: 'raw', headers: { 'content-type': 'application/json', ...cookies }, parts: [slashed] },
    {
      kind: 'raw',
      headers: { 'content-type': 'text/event-stream', ...cookies },
      parts: [event.slice(0, split), event.slice(split), event.slice(0, split)],
    },
  ] as const
  const headers = { cookie: 'session=canary-cookie-5', 'x-own': 'canary-header-6' }
  const logged: string[] = []

  for (const script of scripts) {
    upstream.next(script)
    const body = { model: 'private/x', messages: [{ role: 'user', content: 'hello' }], stream: true }
    const path = '/v1/chat/completions?key=canary-url-key-1'
    const response = await sextant.post(path, body, { token, headers })
    await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    await vi.waitFor(async () => {
      const bodies = await sextant.store.bodies.get(sextant.teamId, id)
      if (bodies?.http === undefined) throw new Error('not written yet')
      logged.push(bodies.http)
    }, 10_000)
  }

  const text = logged.join('\n')
  expect(logged).toHaveLength(scripts.length)
  expect(text).toContain('/chat/completions')
  expect(text).toContain('[redacted]')
  const own = [opaque, 'canary-opa', 'canary-base-path', 'canary-cookie-5', 'canary-header-6']
  for (const secret of [...secrets, ...own, baseUrl, String(upstream.port), token, sextant.token])
    expect(text).not.toContain(secret)
})

test('the log redacts the same secrets', () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = createLog('debug', 'test', sink)

  log.error(
    { err: new Error(Object.values(canaries).join(' ')), token: provider, header: canaries },
    'failed',
  )

  expect(lines.join('')).toContain('[redacted]')
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
})
