import type { CallGroup } from './call-group.ts'

const chat = '/v1/chat/completions'
const json = { model: 'scripted/echo', messages: [{ role: 'user', content: 'hello' }] }

/** Behavior common to all routes: keys, limits, methods, sizes, and the operator routes. */
export const gatewayCalls: CallGroup = {
  name: 'gateway',
  environment: () => ({ DRAIN_DELAY_MS: '0' }),
  async run({ record, makeKey }) {
    await record('no key', { path: chat, json, token: null })
    await record('a wrong key', { path: chat, json, token: 'some-other-token-1234' })
    await record('a key in the query', { path: `${chat}?api_key=x`, json, token: null })
    await record('another scheme', {
      path: chat,
      json,
      token: null,
      headers: { authorization: 'Basic eDp5' },
    })
    await record('a key without the scope', {
      path: chat,
      json,
      token: await makeKey('--scopes', 'embeddings'),
    })
    const one = await makeKey('--models', 'priced')
    await record('a key without the model', { path: chat, json, token: one })
    await record('a key with the model', { path: chat, json: { ...json, model: 'priced' }, token: one })
    const limited = await makeKey('--rpm', '2', '--tpm', '10000')
    for (const round of [1, 2, 3])
      await record(`two calls a minute, call ${round}`, { path: chat, json, token: limited })
    const few = await makeKey('--tpm', '5')
    await record('a call that never fits', { path: chat, json, token: few })
    const poor = await makeKey('--budget', '0.0000001/day')
    await record('a budget that is used up', { path: chat, json: { ...json, model: 'priced' }, token: poor })

    for (const path of [
      '/healthz',
      '/readyz',
      '/v1/models',
      '/v1/models?all=true',
      '/v1/models?all=maybe',
      '/v1/models/priced',
      '/v1/models/scripted%2Fecho',
      '/v1/models/scripted/echo',
      '/v1/models/nobody',
      '/v1/thumbnails/nothing',
      '/v1/nothing',
      '/v2/nothing',
      '/internal/models',
      '/',
      '/chat',
      '/favicon.ico',
    ]) {
      await record(`GET ${path}`, { path })
    }
    await record('models without a key', { path: '/v1/models', token: null })
    await record('metrics without the scope', { path: '/metrics' })
    await record('metrics without a key', { path: '/metrics', token: null })
    for (const [method, path] of [
      ['GET', chat],
      ['OPTIONS', chat],
      ['HEAD', '/healthz'],
      ['POST', '/v1/models'],
      ['DELETE', '/v1/map'],
      ['POST', '/v1/responses'],
      ['POST', '/v1/completions'],
      ['POST', '/v1/moderations'],
      ['POST', '/internal/models/x/pull'],
    ] as const) {
      await record(`${method} ${path}`, { method, path })
    }
    await record('a body that is too large', { path: chat, body: Buffer.alloc(33 * 1024 * 1024, 'x') })
    await record('a body of another type', {
      path: chat,
      body: 'model=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await record('a packed body', { path: chat, body: 'x', headers: { 'content-encoding': 'gzip' } })
    await record('an address that is no address', { path: '/v1/models/%E0%A4%A' })
    await record('a request id of the client', { path: chat, json, headers: { 'x-request-id': 'mine' } })
    await record('an origin that is not listed', {
      path: chat,
      json,
      headers: { origin: 'https://app.example.org' },
    })
    await record('metrics', {
      path: '/metrics',
      token: await makeKey('--scopes', 'admin:read'),
      keep: metricNames,
    })
    await record('an expired key', { path: chat, json, token: await makeKey('--expires', '2027-01-31') })
  },
}

/** Metric names and help, with the labels of our own metrics only, because runtime metrics vary. */
function metricNames(text: string): string {
  const names = text
    .split('\n')
    .filter(line => line.startsWith('#') || line.startsWith('sextant_'))
    .map(line => (line.startsWith('#') ? line : line.replace(/ \S+$/, '')))
  return [...new Set(names)].toSorted().join('\n')
}
