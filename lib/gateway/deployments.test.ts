import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { createRouting } from '#lib/capabilities/routing/routing.ts'
import { readError } from './__fixtures__/read-error.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './__fixtures__/test-gateway.ts'

const deployment = (provider: string, upstream: string, rest: object = {}) => ({
  provider,
  upstream,
  weight: 1,
  tier: 0,
  ...rest,
})
const messages = [{ role: 'user', content: 'hello' }]
const session = (id: string) => ({ headers: { 'x-session-id': id } })

const options = {
  providers: [
    { id: 'keyed', apiKey: 'sk-first', apiKeys: ['sk-first', 'sk-second'] },
    { id: 'rejected', apiKey: 'sk-first', apiKeys: ['sk-first', 'sk-second'] },
    { id: 'partly-lost', apiKey: 'sk-second', apiKeys: [null, 'sk-second', 'sk-third'] },
    { id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' },
  ],
  models: [
    {
      id: 'team-chat',
      deployments: [
        deployment('scripted', 'one'),
        deployment('scripted', 'two'),
        deployment('second', 'three'),
      ],
    },
    {
      id: 'tiers',
      fallbacks: ['second/fallback'],
      deployments: [deployment('scripted', 'first'), deployment('second', 'spare', { tier: 1 })],
    },
    { id: 'two-keys', provider: 'keyed', upstream: 'echo', deployments: [deployment('keyed', 'echo')] },
    {
      id: 'narrow',
      deployments: [
        deployment('scripted', 'small', { context: 100 }),
        deployment('second', 'large', { context: 100_000, tier: 1 }),
      ],
    },
    {
      id: 'narrow-only',
      deployments: [
        deployment('scripted', 'small', { context: 100, input: ['text'] }),
        deployment('second', 'smaller', { context: 50, tier: 1 }),
      ],
    },
    {
      id: 'limited',
      deployments: [
        deployment('scripted', 'slow', { maxParallel: 1 }),
        deployment('second', 'spare', { tier: 1 }),
      ],
    },
    { id: 'limited-only', deployments: [deployment('scripted', 'slow', { maxParallel: 1 })] },
    {
      id: 'many',
      deployments: Array.from({ length: 8 }, (_, index) => deployment('scripted', `fails-${index}`)),
    },
    {
      id: 'formats',
      deployments: [deployment('claude', 'claude-one'), deployment('scripted', 'translated', { tier: 1 })],
    },
  ],
} satisfies TestGatewayOptions

const clock = { now: 0 }
let sextant: TestGateway
const policy = () => ({
  circuits: createCircuits({ now: () => clock.now }),
  routing: createRouting(() => clock.now),
})
const used = policy()
beforeAll(async () => {
  sextant = await startTestGateway({ ...options, policy: used })
})
afterAll(() => sextant[Symbol.asyncDispose]())
beforeEach(() => {
  sextant.upstream.reset()
  // Circuits and cooldowns of earlier tests end.
  clock.now += 3_600_000
})

const deploymentOf = (response: Response) => response.headers.get('sextant-deployment')
const ask = (model: string, init = {}, gateway = sextant) => gateway.chat({ model, messages }, init)
const sentTo = (model: string) => sextant.upstream.requests.filter(({ json }) => json?.model === model).length

describe('choosing', () => {
  test('a response and its row name the deployment, and every other model has none', async () => {
    const response = await ask('team-chat')
    const plain = await ask('scripted/echo')

    expect(response.status).toBe(200)
    expect(deploymentOf(response)).toMatch(/^(scripted\/(one|two)|second\/three)$/)
    expect((await response.json()).model).toBe('team-chat')
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row.deployment).toBe(deploymentOf(response))
    expect(row.answeredBy).toBe('team-chat')
    expect(deploymentOf(plain)).toBeNull()
    expect((await sextant.row(plain.headers.get('x-request-id'))).deployment).toBeNull()
  })

  test('three gateways give a session the same deployment, and sessions have different ones', async () => {
    const shared = { ...options, store: () => sextant.store }
    await using second = await startTestGateway({ ...shared, policy: policy() })
    await using third = await startTestGateway({ ...shared, policy: policy() })
    const all = new Set<string | null>()
    for (let index = 0; index < 20; index++) {
      const init = { ...session(`s${index}`), token: sextant.token }
      const names = new Set<string | null>()
      for (const gateway of [sextant, second, third])
        names.add(deploymentOf(await ask('team-chat', init, gateway)))
      expect(names.size).toBe(1)
      all.add([...names].join())
    }
    expect(all.size).toBeGreaterThan(1)
  })

  test('without a session, the turns of a conversation have one deployment', async () => {
    const turns = [...messages]
    const names = new Set<string | null>()
    for (let turn = 0; turn < 6; turn++) {
      names.add(deploymentOf(await sextant.chat({ model: 'team-chat', messages: turns })))
      turns.push({ role: 'assistant', content: 'hi' }, { role: 'user', content: `more ${turn}` })
    }
    expect(names.size).toBe(1)
  })

  test('where one of three deployments fails, no client does, and only its sessions move', async () => {
    const sessions = Array.from({ length: 30 }, (_, index) => `move-${index}`)
    const place = async (id: string) => {
      const response = await ask('team-chat', session(id))
      expect(response.status).toBe(200)
      return deploymentOf(response)
    }
    const before: (string | null)[] = []
    for (const id of sessions) before.push(await place(id))
    sextant.upstream.on('one', { kind: 'error', status: 503 })
    const during: (string | null)[] = []
    for (const id of sessions) during.push(await place(id))

    const stayed = before.filter(name => name !== 'scripted/one')
    expect(stayed.length).toBeLessThan(sessions.length)
    expect(during.filter((_, index) => before[index] !== 'scripted/one')).toEqual(stayed)
    expect(during).not.toContain('scripted/one')
    // The circuit opens after five failures: later requests do not ask it first.
    expect(sentTo('one')).toBeLessThanOrEqual(stayed.length + 5)
  })

  test('a session that had to leave stays where it went for ten minutes', async () => {
    const home = deploymentOf(await ask('tiers', session('leaves')))
    sextant.upstream.next({ kind: 'error', status: 503 })
    const away = deploymentOf(await ask('tiers', session('leaves')))
    const later = deploymentOf(await ask('tiers', session('leaves')))
    clock.now += 600_001
    const back = deploymentOf(await ask('tiers', session('leaves')))

    expect([home, away, later, back]).toEqual([
      'scripted/first',
      'second/spare',
      'second/spare',
      'scripted/first',
    ])
  })

  test('where the cache of a prompt saves nothing, a session goes home at once', async () => {
    await using own = await startTestGateway({
      models: [
        {
          id: 'priced',
          price: { input: 1, output: 2 },
          deployments: [deployment('scripted', 'first'), deployment('second', 'spare', { tier: 1 })],
        },
      ],
    })
    own.upstream.next({ kind: 'error', status: 503 })

    expect(deploymentOf(await ask('priced', session('a'), own))).toBe('second/spare')
    expect(deploymentOf(await ask('priced', session('a'), own))).toBe('scripted/first')
  })
})

describe('attempts', () => {
  test('a model with eight failing deployments is asked six times at most', async () => {
    for (let index = 0; index < 8; index++)
      sextant.upstream.on(`fails-${index}`, { kind: 'error', status: 503 })

    const response = await ask('many')

    expect(response.status).toBe(502)
    expect(response.headers.get('sextant-attempts')).toBe('6')
    expect(new Set(sextant.upstream.requests.map(({ json }) => json?.model)).size).toBe(6)
  })

  test('after all deployments failed, the same are tried again, then the fallback', async () => {
    sextant.upstream.on('first', { kind: 'error', status: 503 })
    sextant.upstream.on('spare', { kind: 'error', status: 503 })

    const response = await ask('tiers')

    expect([response.status, response.headers.get('sextant-provider')]).toEqual([200, 'second'])
    expect(deploymentOf(response)).toBeNull()
    expect(sextant.upstream.requests.map(({ json }) => json?.model)).toEqual([
      'first',
      'spare',
      'first',
      'spare',
      'fallback',
    ])
  })

  test('the request log lists each deployment that was tried', async () => {
    sextant.upstream.next({ kind: 'error', status: 503 })
    const response = await ask('tiers')

    const { attemptList } = await sextant.row(response.headers.get('x-request-id'))
    expect(attemptList?.map(({ deployment: name }) => name)).toEqual(['scripted/first', 'second/spare'])
  })

  test('all circuits open: 503 with the time of the soonest trial', async () => {
    await using own = await startTestGateway({
      models: [{ id: 'only', deployments: [deployment('scripted', 'breaks')] }],
    })
    own.upstream.on('breaks', { kind: 'answer', text: ['a', 'b', 'c'], after: { events: 2, end: 'cut' } })
    for (let time = 0; time < 5; time++) {
      await readEvents(await own.chat({ model: 'only', messages, stream: true }))
    }

    const response = await ask('only', {}, own)

    expect(response.status).toBe(503)
    expect((await readError(response)).code).toBe('no_provider_available')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(20)
  })

  test('of several open circuits, the soonest trial is the time to retry', async () => {
    const own = { now: 0 }
    const circuits = createCircuits({ now: () => own.now })
    await using gateway = await startTestGateway({
      policy: { circuits, retriesMax: 0 },
      models: [
        {
          id: 'two',
          deployments: [deployment('scripted', 'first'), deployment('second', 'later', { tier: 1 })],
        },
      ],
    })
    const cut = { kind: 'answer', text: ['a', 'b', 'c'], after: { events: 2, end: 'cut' } } as const
    for (const model of ['first', 'later']) {
      gateway.upstream.on(model, cut)
      for (let time = 0; time < 5; time++)
        await readEvents(await gateway.chat({ model: 'two', messages, stream: true }))
      own.now += 10_000
    }

    const response = await ask('two', {}, gateway)

    // The first opened 20 s ago, for 30 s.
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
  })

  test('a native request goes to the deployment that has its API format, and a translated one to the other', async () => {
    const body = { model: 'formats', max_tokens: 9, messages }
    sextant.upstream.next({ kind: 'error', status: 503 })

    const response = await sextant.post('/v1/messages', body)

    expect(response.status).toBe(200)
    expect(deploymentOf(response)).toBe('scripted/translated')
    expect(sextant.upstream.requests.map(({ path }) => path)).toEqual([
      '/v1/messages',
      '/v1/chat/completions',
    ])
  })
})

describe('the first event of a stream', () => {
  const silent = { kind: 'answer', text: ['late'], firstDelayMs: 60_000 } as const
  const limits = { policy: { firstEventMsMax: 600 }, timers: { firstEventMs: 400, keepAliveMs: 8000 } }
  const models = ['second/silent', 'scripted/quiet', 'second/quiet']

  test('is waited for no longer than the limit, over all attempts', async () => {
    await using own = await startTestGateway(limits)
    for (const model of ['silent', 'quiet']) own.upstream.on(model, silent)

    const response = await own.chat({ model: 'scripted/silent', models, messages, stream: true })

    expect((await readError(response)).code).toBe('upstream_timeout')
    expect(response.headers.get('sextant-attempts')).toBe('2')
  })

  test('is not limited for a response in one piece', async () => {
    await using own = await startTestGateway(limits)
    for (const model of ['silent', 'quiet']) own.upstream.on(model, silent)

    const response = await own.chat({ model: 'scripted/silent', models: models.slice(0, 2), messages })

    expect(response.headers.get('sextant-attempts')).toBe('3')
  })

  test('the time that an embedded model takes does not count', async () => {
    await using local = await startScriptedUpstream()
    const { baseUrl } = local
    await using own = await startTestGateway({
      ...limits,
      local: { baseUrl, token: 'internal', checkChat: () => undefined },
    })
    local.on('local/loading', { kind: 'error', status: 500, delayMs: 700 })

    const body = { model: 'local/loading', models: ['scripted/echo'], messages, stream: true }
    const response = await own.chat(body)

    expect(response.status).toBe(200)
    expect(response.headers.get('sextant-provider')).toBe('scripted')
  })
})

describe('what a deployment can do', () => {
  const long = [{ role: 'user', content: 'word '.repeat(400) }]

  test('a prompt that is too long for one deployment goes to the next', async () => {
    const response = await sextant.chat({ model: 'narrow', messages: long })

    expect([response.status, deploymentOf(response)]).toEqual([200, 'second/large'])
    expect(response.headers.get('sextant-attempts')).toBe('1')
  })

  test('where no deployment is able, the error is that of the first', async () => {
    const response = await sextant.chat({ model: 'narrow-only', messages: long })
    const error = await readError(response)

    expect(response.status).toBe(400)
    expect(error).toMatchObject({ code: 'context_length_exceeded', param: 'messages' })
    expect(error.message).toContain('100 tokens')
  })
})

test('an alias is a name that a key may allow by itself, and the response names the model', async () => {
  await using own = await startTestGateway({ aliases: { fast: 'scripted/echo' } })
  const { token } = await own.makeKey({ models: ['fast'] })
  const { token: other } = await own.makeKey({ models: ['scripted/echo'] })

  const response = await ask('fast', { token }, own)

  expect((await response.json()).model).toBe('scripted/echo')
  expect((await readError(await ask('fast', { token: other }, own))).code).toBe('model_not_allowed')
  expect((await own.row(response.headers.get('x-request-id'))).model).toBe('fast')
})

describe('requests in progress', () => {
  let patient: TestGateway
  beforeAll(async () => {
    patient = await startTestGateway({ ...options, timers: { firstEventMs: 60_000, streamMs: 120_000 } })
  })
  afterAll(() => patient[Symbol.asyncDispose]())
  beforeEach(() => patient.upstream.reset())

  test('100 clients that disconnect leave the deployment in use', async () => {
    patient.upstream.on('first', { kind: 'answer', text: ['late'], firstDelayMs: 60_000 })
    const left = new AbortController()
    const gone = Array.from({ length: 100 }, () =>
      patient.chat({ model: 'tiers', messages, stream: true }, { signal: left.signal }).catch(() => null),
    )
    await expect
      .poll(() => patient.upstream.requests.filter(({ json }) => json?.model === 'first').length, {
        timeout: 60_000,
      })
      .toBe(100)
    left.abort()
    await Promise.all(gone)
    patient.upstream.on('first', { kind: 'answer', text: ['back'] })

    expect(deploymentOf(await ask('tiers', {}, patient))).toBe('scripted/first')
  }, 90_000)

  test('a deployment with as many requests as it allows leaves the others to the next', async () => {
    patient.upstream.on('slow', { kind: 'answer', text: ['a', 'b'], firstDelayMs: 60_000 })
    const left = new AbortController()
    const first = ask('limited', { signal: left.signal }, patient).catch(() => null)
    await patient.upstream.seen(({ json }) => json?.model === 'slow')

    expect(deploymentOf(await ask('limited', session('next'), patient))).toBe('second/spare')
    left.abort()
    await first
    patient.upstream.on('slow', { kind: 'answer', text: ['back'] })
    let others = 0
    const another = async () => deploymentOf(await ask('limited', session(`other-${others++}`), patient))
    await expect.poll(another, { timeout: 10_000 }).toBe('scripted/slow')
  })

  test('where every deployment is busy, the answer is 429 with a time', async () => {
    patient.upstream.on('slow', { kind: 'answer', text: ['a'], firstDelayMs: 60_000 })
    const left = new AbortController()
    const first = ask('limited-only', { signal: left.signal }, patient).catch(() => null)
    await patient.upstream.seen(({ json }) => json?.model === 'slow')

    const response = await ask('limited-only', {}, patient)

    expect(response.status).toBe(429)
    expect((await readError(response)).code).toBe('rate_limit_exceeded')
    expect(response.headers.get('retry-after')).toBe('1')
    left.abort()
    await first
  })
})

describe('keys', () => {
  test('of two keys, one of which is rejected, the other serves every request', async () => {
    sextant.upstream.accept(['sk-second'])
    const responses: Response[] = []
    for (let index = 0; index < 12; index++) responses.push(await ask('two-keys', session(`k${index}`)))

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(new Set(responses.map(deploymentOf))).toEqual(new Set(['keyed#2/echo']))
    const refused = sextant.upstream.requests.filter(
      ({ headers }) => headers.authorization === 'Bearer sk-first',
    )
    expect(refused).toHaveLength(1)
    const failed = sextant.logs.find(line => line['deployment'] === 'keyed#1/echo')
    expect(failed).toMatchObject({
      code: 'upstream_error',
      provider: 'keyed',
      text: 'attempt failed: The provider `keyed#1` rejected its configured API key.',
    })
    expect(JSON.stringify(sextant.logs)).not.toContain('sk-first')
    sextant.upstream.accept(null)
  })

  test('a rejected key is tried again after five minutes, and used once it is accepted', async () => {
    sextant.upstream.accept(['sk-second'])
    for (let index = 0; index < 12; index++) await ask('keyed/again', session(`a${index}`))
    sextant.upstream.accept(null)
    clock.now += 300_001
    const names = new Set<string | null>()
    for (let index = 0; index < 12; index++)
      names.add(deploymentOf(await ask('keyed/again', session(`b${index}`))))

    expect(names).toEqual(new Set(['keyed#1/again', 'keyed#2/again']))
  })

  test('a model that is named by its provider uses each of its keys', async () => {
    const names = new Set<string | null>()
    for (let index = 0; index < 20; index++)
      names.add(deploymentOf(await ask('keyed/other', session(`n${index}`))))

    expect(names).toEqual(new Set(['keyed#1/other', 'keyed#2/other']))
  })

  test('a key that cannot be decrypted is never sent, opens no circuit, and leaves its number free', async () => {
    const names = new Set<string | null>()
    for (let index = 0; index < 20; index++)
      names.add(deploymentOf(await ask('partly-lost/echo', session(`l${index}`))))

    expect(names).toEqual(new Set(['partly-lost#2/echo', 'partly-lost#3/echo']))
    const sent = sextant.upstream.requests.map(({ headers }) => headers.authorization)
    expect(new Set(sent)).toEqual(new Set(['Bearer sk-second', 'Bearer sk-third']))
    expect(used.circuits.open().filter(({ key }) => key.includes('partly-lost'))).toEqual([])
    expect(used.routing.cooldowns.list()).toEqual([])
  })

  test('where all keys are rejected, the answer is 502 and clients do not retry', async () => {
    sextant.upstream.accept(['sk-third'])

    for (const attempts of ['2', null]) {
      const response = await ask('rejected/echo')
      expect(response.headers.get('sextant-attempts')).toBe(attempts)
      expect(response.headers.get('x-should-retry')).toBe('false')
      expect((await readError(response)).code).toBe('upstream_error')
    }
    sextant.upstream.accept(null)
  })

  test('where the balance of each key is empty, the answer is 502 and clients do not retry', async () => {
    sextant.upstream.next({ kind: 'error', status: 402 }, { kind: 'error', status: 402 })

    for (const attempts of ['2', null]) {
      const response = await ask('two-keys')
      expect([response.status, response.headers.get('sextant-attempts')]).toEqual([502, attempts])
      expect(response.headers.get('x-should-retry')).toBe('false')
    }
  })

  test('while one of two keys is rate limited, the other serves every request of every model', async () => {
    sextant.upstream.next({ kind: 'error', status: 429, retryAfter: 30 })
    const limited = await ask('two-keys')
    const other = deploymentOf(limited)?.split('/')[0]
    const place = async (model: string, id: string) => deploymentOf(await ask(model, session(id)))
    const names: (string | null)[] = []
    for (let index = 0; index < 12; index++)
      names.push(await place('two-keys', `r${index}`), await place('keyed/other', `r${index}`))

    expect([limited.status, limited.headers.get('sextant-attempts')]).toEqual([200, '2'])
    expect(new Set(names)).toEqual(new Set([`${other}/echo`, `${other}/other`]))
    clock.now += 30_001
    const later = new Set<string | null>()
    for (let index = 0; index < 12; index++) later.add(await place('keyed/other', `s${index}`))
    expect(later).toEqual(new Set(['keyed#1/other', 'keyed#2/other']))
  })

  test('where all keys are rate limited, the answer is 429 with the shortest wait', async () => {
    sextant.upstream.next(
      { kind: 'error', status: 429, retryAfter: 50 },
      { kind: 'error', status: 429, retryAfter: 30 },
    )
    const first = await ask('two-keys')
    const second = await ask('keyed/other')

    for (const response of [first, second]) {
      expect(response.status).toBe(429)
      expect((await readError(response)).code).toBe('rate_limit_exceeded')
      expect(Number(response.headers.get('retry-after'))).toBe(30)
    }
    expect(second.headers.get('sextant-attempts')).toBeNull()
    clock.now += 30_001
    expect((await ask('two-keys')).status).toBe(200)
  })

  test('where one key is rate limited and the other rejected, the answer is 429 with the wait of the first', async () => {
    sextant.upstream.accept(['sk-second'])
    for (let index = 0; index < 12; index++) await ask('rejected/echo', session(`m${index}`))
    sextant.upstream.next({ kind: 'error', status: 429, retryAfter: 40 })
    const responses = [await ask('rejected/echo'), await ask('rejected/echo')]

    for (const response of responses) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '40'])
      expect(response.headers.get('x-should-retry')).not.toBe('false')
      expect((await readError(response)).code).toBe('rate_limit_exceeded')
    }
    const rejected = used.routing.cooldowns.list().filter(({ name }) => name.startsWith('rejected'))
    expect(rejected).toMatchObject([
      { name: 'rejected#1', reason: 'refused' },
      { name: 'rejected#2', reason: 'rate_limit' },
    ])
    clock.now += 40_001
    expect((await ask('rejected/echo')).status).toBe(200)
    sextant.upstream.accept(null)
  })

  test('a rate limit without a time is ten seconds for the client too', async () => {
    const limited = { kind: 'error', status: 429 } as const
    sextant.upstream.next(limited, limited)

    const response = await ask('two-keys')

    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10'])
  })

  test('a key without balance is not used for a quarter of an hour, while the other serves', async () => {
    sextant.upstream.next({ kind: 'error', status: 402 })
    const empty = await ask('two-keys')
    const names = new Set<string | null>()
    clock.now += 899_000
    for (let index = 0; index < 12; index++)
      names.add(deploymentOf(await ask('two-keys', session(`e${index}`))))
    clock.now += 1_001
    const later = new Set<string | null>()
    for (let index = 0; index < 12; index++)
      later.add(deploymentOf(await ask('two-keys', session(`f${index}`))))

    expect(empty.status).toBe(200)
    expect([...names]).toEqual([deploymentOf(empty)])
    expect(later.size).toBe(2)
  })
})
