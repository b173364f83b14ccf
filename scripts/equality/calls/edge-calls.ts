import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallGroup } from './call-group.ts'

const chat = '/v1/chat/completions'
const json = { model: 'scripted/echo', messages: [{ role: 'user', content: 'hello' }] }
const origin = 'https://app.example.org'
const internalToken = randomUUID() + randomUUID()

/** A gateway with other settings: allowed origins, uploads only with a key, no running console. */
export const edgeCalls: CallGroup = {
  name: 'edge',
  configuration: () => `cors: ["${origin}"]\nscrape: { robots: true, cookies: true }\n`,
  environment: () => ({
    UPLOAD_AUTH: 'required',
    SEXTANT_CONSOLE: 'on',
    SEXTANT_INTERNAL_TOKEN: internalToken,
    // Nothing listens there, so the gateway answers proxied requests itself.
    SEXTANT_CONSOLE_PORT: '1',
    SEXTANT_MODELS_PORT: '1',
  }),
  async run({ record, site, gateway }) {
    await record('a listed origin', { path: chat, json, headers: { origin } })
    await record('a preflight of a listed origin', {
      method: 'OPTIONS',
      path: chat,
      token: null,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-own' },
    })
    await record('a preflight of another origin', {
      method: 'OPTIONS',
      path: chat,
      token: null,
      headers: { origin: 'https://other.example.org', 'access-control-request-method': 'POST' },
    })
    const form = { file: { name: 'a.txt', bytes: 'x' } }
    await record('an upload without a key', { path: '/upload', form, token: null })
    await record('an upload with a key', { path: '/upload', form })
    await record('a page that robots may not read', {
      path: '/v1/scrape',
      json: { url: `${site.origin}/private/ledger` },
    })
    await record('a page with a cookie', {
      path: '/v1/scrape',
      json: { url: `${site.origin}/docs/tides`, headers: { cookie: 'a=b' } },
    })
    await record('the console, as a page', { path: '/chat', token: null, headers: { accept: 'text/html' } })
    await record('the console, as data', { path: '/api/keys', token: null })
    await record('readiness', { path: '/readyz', token: null })
    await record('an embedded model', {
      path: chat,
      json: { ...json, model: 'local/qwen2.5-coder-1.5b-instruct' },
    })
    const internal = { 'x-sextant-internal': internalToken }
    await record('the models of this machine', { path: '/internal/models', token: null, headers: internal })
    await record('the providers', { path: '/internal/providers', token: null, headers: internal })
    const open = record('a stream that a stop cuts', {
      path: chat,
      json: { ...json, model: 'scripted/hang-3', stream: true },
    })
    await sleep(500)
    await gateway.stop()
    await open
  },
}
