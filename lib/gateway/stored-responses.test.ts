import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { responseEventsOf } from './__fixtures__/response-events.ts'
import { jsonLimits } from './http/read-body.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

vi.setConfig({ testTimeout: 30_000 })

const by = { id: null, name: 'test', address: null }
const model = 'scripted/echo'

let sextant: TestGateway
let insertion: 'works' | 'fails' | 'hangs' = 'works'
let readsSettings = true
let readsResponses = true
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' }],
    policy: { retriesMax: 0 },
    timers: { keepAliveMs: 60_000, plainMs: 20_000, firstEventMs: 20_000, idleMs: 20_000, streamMs: 20_000 },
    store: store => ({
      ...store,
      settings: {
        ...store.settings,
        async read(teamId) {
          if (!readsSettings) throw new Error('The database is unavailable.')
          return await store.settings.read(teamId)
        },
      },
      responses: {
        ...store.responses,
        find: (...asked) =>
          readsResponses ? store.responses.find(...asked) : Promise.reject(new Error('It is unavailable.')),
        findChain: (...asked) =>
          readsResponses
            ? store.responses.findChain(...asked)
            : Promise.reject(new Error('It is unavailable.')),
        async insert(response) {
          if (insertion === 'fails') throw new Error('The database is unavailable.')
          const inserted = await store.responses.insert(response)
          if (insertion === 'hangs') await new Promise(resolve => setTimeout(resolve, 2_500))
          return inserted
        },
      },
    }),
  })
})
beforeEach(async () => {
  sextant.upstream.reset()
  insertion = 'works'
  readsSettings = true
  readsResponses = true
  await storeDays(30)
})
afterAll(() => sextant[Symbol.asyncDispose]())

interface Answer {
  readonly id: string
  readonly store: boolean
  readonly previous_response_id: string | null
  readonly output: readonly { readonly id: string; readonly type: string }[]
  readonly error?: { readonly code: string; readonly param: string; readonly message: string }
}

async function storeDays(days: number | null): Promise<void> {
  const { storedResponseDays } = await sextant.store.settings.update(
    sextant.teamId,
    { storedResponseDays: days },
    by,
  )
  // Another process has changed it: this one hears of it.
  const on = async () => (await create({ input: 'Is it on?' })).store
  await vi.waitFor(async () => expect(await on()).toBe(storedResponseDays !== null), { timeout: 10_000 })
  sextant.upstream.reset()
}

async function create(body: object, token = sextant.token): Promise<Answer> {
  const response = await sextant.post('/v1/responses', { model, ...body }, { token })
  return (await response.json()) as Answer
}

async function createStream(body: object): Promise<Answer> {
  const response = await sextant.post('/v1/responses', { model, stream: true, ...body })
  const { events } = responseEventsOf(await response.text())
  return events.at(-1)?.['response'] as Answer
}

async function call(path: string, { method = 'GET', token = sextant.token } = {}) {
  const response = await fetch(`${sextant.url}/v1/responses/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const missing = { status: 404, body: { error: { code: 'item_not_found', param: 'id' } } }
const messages = () => sextant.upstream.requests.at(-1)?.json?.['messages']
type Items = readonly { readonly id?: string; readonly type?: string; readonly role?: string }[]
interface Sent {
  readonly store?: boolean
  readonly previous_response_id?: string | null
  readonly input?: Items
}
const sentBodies = () => sextant.upstream.requests.map(({ body }) => JSON.parse(body.toString()) as Sent)
const sentInput = () => sentBodies().at(-1)?.input ?? []
const answering = (text: string) => ({ kind: 'answer', text: [text] }) as const
const eventStream = { 'content-type': 'text/event-stream' }
const plain = readFixture('openai', 'responses.json')
const stream = readFixture('openai', 'responses-text.sse.txt')
/** The vendor never gives an id twice. */
const withId = (text: string, id: string) => text.replaceAll(/"resp_\w+"/g, `"${id}"`)

describe('a team that has not switched it on', () => {
  test('stores nothing, and the response says so', async () => {
    await storeDays(null)

    const answer = await create({ input: 'Hello', store: true })

    expect(answer.store).toBe(false)
    expect(await call(answer.id)).toMatchObject(missing)
    expect((await create({ input: 'More', previous_response_id: answer.id })).error).toMatchObject({
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    })
  })

  test('loses what was stored before', async () => {
    const answer = await create({ input: 'Hello' })
    const before = await call(answer.id)
    await storeDays(null)

    expect(before.status).toBe(200)
    expect(await call(answer.id)).toMatchObject(missing)
    expect(await sextant.store.responses.removeOld(Date.now(), async () => {})).toBeGreaterThan(0)
    await storeDays(30)
    expect(await call(answer.id)).toMatchObject(missing)
  })
})

test('while settings cannot be read, the last known one counts', async () => {
  readsSettings = false
  await sextant.store.settings.update(sextant.teamId, { publicLinks: false }, by)
  const isLogged = async () => {
    const { store } = await create({ input: 'Hello' })
    return [store, sextant.logs.some(({ text }) => text === 'could not read whether to store responses')]
  }

  await vi.waitFor(async () => expect(await isLogged()).toEqual([true, true]), { timeout: 10_000 })
})

describe('a stored response', () => {
  test('is returned as it was answered, until it is deleted', async () => {
    const answer = await create({ input: 'Hello', metadata: { a: 'b' }, instructions: 'Be brief.' })

    expect(answer).toMatchObject({ store: true, previous_response_id: null })
    expect(await call(answer.id)).toEqual({ status: 200, body: answer })
    expect(await call(`${answer.id}/cancel`, { method: 'POST' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_value', param: 'id' } },
    })
    expect(await call(`${answer.id}?stream=true`)).toMatchObject({
      status: 400,
      body: { error: { param: 'stream' } },
    })
    expect(await call(answer.id, { method: 'DELETE' })).toEqual({
      status: 200,
      body: { id: answer.id, object: 'response', deleted: true },
    })
    for (const path of [answer.id, `${answer.id}/input_items`])
      expect(await call(path)).toMatchObject(missing)
    expect(await call(answer.id, { method: 'DELETE' })).toMatchObject(missing)
    expect(await call(`${answer.id}/cancel`, { method: 'POST' })).toMatchObject(missing)
  })

  test('is the last response of its stream', async () => {
    const answer = await createStream({ input: 'Hello' })

    expect(answer).toMatchObject({ store: true, status: 'completed' })
    expect((await call(answer.id)).body).toEqual(answer)
  })

  test('lists its input page by page', async () => {
    const input = ['One', 'Two', 'Three', 'Four', 'Five'].map(content => ({ role: 'user', content }))
    const { id } = await create({ input })
    const textsOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
      (body['data'] as { content: { text: string }[] }[]).map(({ content }) => content[0]?.text)

    const newest = await call(`${id}/input_items?limit=2`)
    const first = await call(`${id}/input_items?limit=3&order=asc`)
    const rest = await call(`${id}/input_items?limit=3&order=asc&after=${first.body['last_id'] as string}`)

    expect([newest, first, rest].map(textsOf)).toEqual([
      ['Five', 'Four'],
      ['One', 'Two', 'Three'],
      ['Four', 'Five'],
    ])
    expect([newest, first, rest].map(({ body }) => body['has_more'])).toEqual([true, true, false])
    expect(first.body).toMatchObject({
      object: 'list',
      first_id: expect.stringMatching(/^msg_/) as string,
      data: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'One' }] }, {}, {}],
    })
    for (const [query, param] of [
      ['limit=101', 'limit'],
      ['order=up', 'order'],
      ['after=msg_none', 'after'],
    ])
      expect(await call(`${id}/input_items?${query}`)).toMatchObject({
        status: 400,
        body: { error: { param } },
      })
  })

  test('belongs to the owner of its key: nobody else finds or continues it', async () => {
    const another = await sextant.makeKey()
    const ownerless = await sextant.makeKey({ ownerId: null })
    const sameless = await sextant.makeKey({ ownerId: null })
    const mine = await create({ input: 'Mine' })
    const theirs = await create({ input: 'Theirs' }, ownerless.token)

    expect((await call(mine.id, { token: another.token })).status).toBe(200)
    expect((await call(theirs.id, { token: sameless.token })).status).toBe(200)
    for (const [id, token] of [
      [mine.id, ownerless.token],
      [theirs.id, sextant.token],
    ] as const) {
      for (const path of [id, `${id}/input_items`]) expect(await call(path, { token })).toMatchObject(missing)
      expect(await call(id, { token, method: 'DELETE' })).toMatchObject(missing)
      expect((await create({ input: 'More', previous_response_id: id }, token)).error).toMatchObject({
        code: 'previous_response_not_found',
      })
    }
    const [item] = mine.output
    const reference = { input: [{ type: 'item_reference', id: item?.id }] }
    expect((await create(reference, ownerless.token)).error).toMatchObject({ code: 'item_not_found' })
  })
})

describe('previous_response_id', () => {
  test('continues the whole conversation, without the instructions of earlier requests', async () => {
    sextant.upstream.next(answering('Hello Ada.'), answering('Ada.'), answering('A name.'))
    const first = await create({ input: 'My name is Ada.', instructions: 'Be brief.' })
    const second = await createStream({ input: 'What is my name?', previous_response_id: first.id })

    const third = await create({
      input: [{ role: 'user', content: 'What is it?' }],
      previous_response_id: second.id,
      instructions: 'Be long.',
    })

    expect(third).toMatchObject({ store: true, previous_response_id: second.id })
    expect(second).toMatchObject({ store: true, previous_response_id: first.id })
    expect(messages()).toEqual([
      { role: 'system', content: 'Be long.' },
      { role: 'user', content: 'My name is Ada.' },
      { role: 'assistant', content: 'Hello Ada.' },
      { role: 'user', content: 'What is my name?' },
      { role: 'assistant', content: 'Ada.' },
      { role: 'user', content: 'What is it?' },
    ])
    expect((await call(third.id)).body).toEqual(third)
  })

  test('carries calls and their results', async () => {
    const tools = [{ type: 'function', name: 'get_weather', parameters: null }]
    sextant.upstream.next({
      kind: 'answer',
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    })
    const first = await create({ input: 'Weather?', tools })
    const [called] = first.output as unknown as { call_id: string }[]
    const output = { type: 'function_call_output', call_id: called?.call_id, output: '−4 °C' }

    const second = await create({ input: [output], tools, previous_response_id: first.id })

    expect(second.previous_response_id).toBe(first.id)
    expect(messages()).toMatchObject([
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', tool_calls: [{ function: { name: 'get_weather' } }] },
      { role: 'tool', content: '−4 °C' },
    ])
  })

  test('needs no input, and works for a response that is not stored itself', async () => {
    const first = await create({ input: 'Hello' })

    const second = await create({ previous_response_id: first.id, store: false })

    expect(second).toMatchObject({ store: false, previous_response_id: first.id })
    expect(messages()).toHaveLength(2)
    expect(await call(second.id)).toMatchObject(missing)
  })

  test('is counted with all it continues', async () => {
    const count = async (body: object) => {
      const response = await sextant.post('/v1/responses/input_tokens', { model, ...body })
      return ((await response.json()) as { input_tokens: number }).input_tokens
    }
    const first = await create({ input: 'A long story about the sea. '.repeat(50) })

    expect(await count({ input: 'More', previous_response_id: first.id })).toBeGreaterThan(
      (await count({ input: 'More' })) + 200,
    )
  })

  test('counts as used memory, as a large body does', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['It ends.'] })
    const story = 'A long story about the sea. '.repeat(1_000)
    const first = await create({ input: story })
    const { memory } = jsonLimits
    const createWith = async (freeBytes: number) => {
      const otherBytes = 512 * 1024 * 1024 - freeBytes
      expect(memory.acquire(otherBytes)).toBe(true)
      sextant.upstream.next({ kind: 'answer', text: ['There is more.'] })
      const response = await create({ input: 'More', previous_response_id: first.id })
      memory.release(otherBytes)
      return response
    }

    expect((await createWith(story.length / 2)).error).toMatchObject({ code: 'rate_limit_exceeded' })
    // Once: what was read is what the body holds afterwards.
    expect(await createWith(story.length * 1.5)).toMatchObject({ status: 'completed' })
  })

  test('is rejected once a response of the conversation is deleted', async () => {
    const first = await create({ input: 'Hello' })
    const second = await create({ input: 'More', previous_response_id: first.id })
    await call(first.id, { method: 'DELETE' })

    const third = await create({ input: 'And more', previous_response_id: second.id })

    expect(third.error).toMatchObject({ code: 'previous_response_not_found', param: 'previous_response_id' })
    expect((await call(second.id)).status).toBe(200)
  })

  test.each([
    [
      { input: [{ role: 'user', content: 'a' }, { type: 'mcp_call' }] },
      'unsupported_parameter',
      'input.1.type',
    ],
    [{ input: [{ type: 'item_reference', id: 'msg_none' }] }, 'item_not_found', 'input.0.id'],
    [{ input: [{ type: 'function_call', call_id: 1 }] }, 'missing_required_parameter', 'input.0.name'],
    [{ input: 5 }, 'invalid_type', 'input'],
    [{ previous_response_id: 5 }, 'invalid_type', 'previous_response_id'],
  ])('keeps the paths of errors in the request: %j', async (body, code, param) => {
    const first = await create({ input: 'Hello' })

    const { error } = await create({ previous_response_id: first.id, ...body })

    expect(error).toMatchObject({ code, param })
  })

  test('item_reference stands for an item of a stored response', async () => {
    sextant.upstream.next({ kind: 'answer', reasoning: 'Hm.', text: ['Hello Ada.'] })
    const { output } = await create({ input: 'My name is Ada.' })
    const references = output.map(({ id }) => ({ type: 'item_reference', id }))

    await create({
      input: [{ role: 'user', content: 'Hi' }, ...references, { role: 'user', content: 'More' }],
    })

    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
    expect(messages()).toMatchObject([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello Ada.' },
      { role: 'user', content: 'More' },
    ])
  })
})

describe('item_reference', () => {
  const referencesTo = (id: string, length: number) =>
    Array.from({ length }, () => ({ type: 'item_reference', id }))
  const rejected = { code: 'invalid_value', param: 'input' }

  test('may name an item again, up to 8 MiB of all together', async () => {
    sextant.upstream.next(answering('x'.repeat(32 * 1024)))
    const { output } = await create({ input: 'Hello' })
    const id = output[0]?.id ?? ''
    sextant.upstream.reset()

    const { error } = await create({ input: referencesTo(id, 256) })
    const sent = sextant.upstream.requests.length
    const answer = await create({ input: [...referencesTo(id, 200), { role: 'user', content: 'More' }] })

    expect([error?.code, error?.param, error?.message]).toEqual([
      'invalid_value',
      'input',
      expect.stringContaining('8 MiB'),
    ])
    expect(sent).toBe(0)
    expect(answer).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(messages()).length).toBeGreaterThan(200 * 32 * 1024)
  })

  test('is limited to 1,000 in a request', async () => {
    const { output } = await create({ input: 'Hello' })

    const { error } = await create({ input: referencesTo(output[0]?.id ?? '', 1_001) })

    expect(error).toMatchObject(rejected)
    expect(error?.message).toContain('1000')
  })

  test('is limited to responses with outputs of 8 MiB together, whatever their input', async () => {
    const ids: string[] = []
    for (const text of [3, 3, 3].map(size => 'x'.repeat(size * 1024 * 1024))) {
      sextant.upstream.next(answering(text))
      ids.push((await create({ input: 'Hello' })).output[0]?.id ?? '')
    }
    const input = ids.map(id => ({ type: 'item_reference', id }))

    const { error } = await create({ input, store: false })

    expect(error).toMatchObject(rejected)
    expect(sextant.upstream.requests).toHaveLength(3)
  })
})

describe("OpenAI's own API", () => {
  test('stores nothing, gets the whole conversation, and its answer says what Sextant stored', async () => {
    sextant.upstream.next(
      { kind: 'raw', parts: [withId(plain, 'resp_native1')] },
      { kind: 'raw', headers: eventStream, parts: [withId(stream, 'resp_native2')] },
    )
    const first = await create({ model: 'gpt/gpt-x', input: 'Hi', store: true })

    const second = await createStream({
      model: 'gpt/gpt-x',
      input: 'More',
      previous_response_id: first.id,
      top_p: 0.5,
    })

    expect(sentBodies().map(({ store }) => store)).toEqual([false, false])
    expect(sentBodies().at(-1)?.previous_response_id).toBeNull()
    expect(sentInput()).toMatchObject([
      { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'reasoning', encrypted_content: 'gAAAAABor0Az' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text' }] },
      { role: 'user', content: 'More' },
    ])
    // It stores no items, so their ids mean nothing to it.
    expect(sentInput().map(({ id }) => id)).toEqual([undefined, 'rs_68af4030baa48193', undefined, undefined])
    expect(first).toMatchObject({ id: 'resp_native1', store: true, previous_response_id: null })
    expect(second).toMatchObject({ id: 'resp_native2', store: true, previous_response_id: 'resp_native1' })
    expect((await call('resp_native2')).body).toEqual(second)
  })

  test('may be replaced by another provider within a conversation, and the other way around', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [withId(plain, 'resp_native3')] }, answering('Good.'), {
      kind: 'raw',
      parts: [withId(plain, 'resp_native4')],
    })
    const first = await create({ model: 'gpt/gpt-x', input: 'Hi' })
    const second = await create({ input: 'More', previous_response_id: first.id })
    const translated = messages()

    const third = await create({ model: 'gpt/gpt-x', input: 'End', previous_response_id: second.id })

    expect(translated).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { content: 'More' }])
    expect(third).toMatchObject({ store: true, previous_response_id: second.id })
    expect(sentInput().map(({ role, type }) => role ?? type)).toEqual([
      'user',
      'reasoning',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
  })

  test('gets no picture that is not stored, and no note in its place', async () => {
    const result = Buffer.alloc(3_000, 'picture').toString('base64')
    sextant.upstream.next(
      { kind: 'raw', parts: [withId(plain, 'resp_picture1')] },
      { kind: 'raw', parts: [withId(plain, 'resp_picture2')] },
    )
    const picture = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result }
    const input = [picture, { role: 'user', content: 'Make it blue.' }]
    const first = await create({ model: 'gpt/gpt-x', input })

    const second = await create({ model: 'gpt/gpt-x', input: 'More', previous_response_id: first.id })

    expect([first.store, second.store]).toEqual([true, true])
    expect(sentInput()).toHaveLength(4)
    expect(JSON.stringify(sentInput())).not.toContain('image_generation_call')
  })

  test('never gets an id that Sextant did not give to this owner', async () => {
    const { error } = await create({
      model: 'gpt/gpt-x',
      input: 'Hi',
      previous_response_id: 'resp_of_others',
    })

    expect(error).toMatchObject({ code: 'previous_response_not_found' })
    expect(sextant.upstream.requests).toEqual([])
  })

  test('an id that another owner’s response has is not stored twice', async () => {
    const ownerless = await sextant.makeKey({ ownerId: null })
    const parts = [withId(plain, 'resp_twice')]
    sextant.upstream.next({ kind: 'raw', parts }, { kind: 'raw', parts })

    const first = await create({ model: 'gpt/gpt-x', input: 'Mine' })
    const second = await create({ model: 'gpt/gpt-x', input: 'Theirs' }, ownerless.token)

    expect([first.store, second.store]).toEqual([true, false])
    expect(await call('resp_twice', { token: ownerless.token })).toMatchObject(missing)
  })
})

describe('nothing is stored', () => {
  test('with `store: false`', async () => {
    const answers = [
      await create({ input: 'Hi', store: false }),
      await createStream({ input: 'Hi', store: false }),
    ]

    for (const { id, store } of answers) {
      expect(store).toBe(false)
      expect(await call(id)).toMatchObject(missing)
    }
  })

  test.each([model, 'gpt/gpt-x'])('of a stream of %s that breaks', async name => {
    const half = stream.slice(0, stream.indexOf('event: response.output_text.done') + 30)
    const first = await create({ input: 'Hi' })
    if (name === 'gpt/gpt-x')
      sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [half], cut: true, delayMs: 20 })

    const failed = await createStream({
      model: name === model ? 'scripted/cut-3' : name,
      input: 'Hi',
      previous_response_id: first.id,
    })

    expect(failed).toMatchObject({ status: 'failed', store: false, previous_response_id: first.id })
    expect(await call(failed.id)).toMatchObject(missing)
  })

  test('of a stream whose client leaves', async () => {
    const left = new AbortController()
    const response = await sextant.post(
      '/v1/responses',
      { model: 'scripted/hang-3', input: 'Hi', stream: true },
      { signal: left.signal },
    )
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    const [, id = ''] = /"id":"(resp_\w+)"/.exec(Buffer.from(value ?? []).toString()) ?? []

    left.abort()

    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({ status: 499 })
    expect(id).toMatch(/^resp_/)
    expect(await call(id)).toMatchObject(missing)
  })

  test('of a response over 4 MiB, which is still answered', async () => {
    sextant.upstream.next(answering('x'.repeat(4 * 1024 * 1024)))

    const answer = await create({ input: 'Hi' })

    expect(answer).toMatchObject({ store: false, status: 'completed' })
    expect(await call(answer.id)).toMatchObject(missing)
  })

  test('when the database fails: the answer stands, and the loss is logged', async () => {
    insertion = 'fails'

    const answers = [await create({ input: 'Hi' }), await createStream({ input: 'Hi' })]

    for (const answer of answers) {
      expect(answer).toMatchObject({ store: false, status: 'completed' })
      expect(await call(answer.id)).toMatchObject(missing)
    }
    expect(sextant.logs.filter(({ text }) => text === 'could not store a response')).toHaveLength(2)
  })

  test('cannot be read while the database is unavailable, and the error says to retry', async () => {
    const { id } = await create({ input: 'Hi' })
    readsResponses = false

    const unavailable = { code: 'store_unavailable' }
    expect((await create({ input: 'And?', previous_response_id: id })).error).toMatchObject(unavailable)
    expect(await call(id)).toMatchObject({ status: 503, body: { error: unavailable } })
  })

  test('when the database is late: the answer does not wait for it, and the row is removed', async () => {
    insertion = 'hangs'

    const answer = await create({ input: 'Hi' })

    expect(answer.store).toBe(false)
    await vi.waitFor(async () => expect(await call(answer.id)).toMatchObject(missing), { timeout: 5_000 })
  })
})

test('an error of a forwarded request names the item that the client has sent', async () => {
  sextant.upstream.next({ kind: 'raw', parts: [withId(plain, 'resp_native3')] })
  const first = await create({ model: 'gpt/gpt-x', input: 'Hi' })
  const param = 'input[3].content'
  const error = { type: 'invalid_request_error', code: 'invalid_value', param, message: `Bad '${param}'.` }
  sextant.upstream.next({ kind: 'raw', status: 400, parts: [JSON.stringify({ error })] })

  const input = [{ role: 'user', content: 'And?' }]
  const refused = await create({ model: 'gpt/gpt-x', input, previous_response_id: first.id })

  expect(refused.error).toMatchObject({ param: 'input.0.content' })
  expect(refused.error?.message).not.toContain(param)
})

test('secrets and files are not stored, and the next request says what is missing', async () => {
  const secret = `sk-proj-${'a1B2'.repeat(12)}`
  const data = Buffer.alloc(3_000, 'picture').toString('base64')
  const input = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: `Use the key ${secret} please.` },
        { type: 'input_image', image_url: `data:image/png;base64,${data}` },
        { type: 'input_file', filename: 'a.txt', file_data: `data:text/plain;base64,${data}` },
      ],
    },
  ]
  sextant.upstream.next(answering(`Your key is ${secret}.`), answering('Yes.'))
  const first = await create({ input, instructions: `The key is ${secret}.` })

  expect(first).toMatchObject({ store: true })
  const listed = await call(`${first.id}/input_items`)
  const read = await call(first.id)
  await create({ input: 'More', previous_response_id: first.id })

  for (const each of [listed, read]) {
    const text = JSON.stringify(each.body)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(data.slice(0, 40))
  }
  expect(listed.body['data']).toMatchObject([
    {
      content: [
        { text: expect.stringContaining('[redacted]') as string },
        { type: 'input_text', text: '[image not stored]' },
        { type: 'input_text', text: '[file a.txt not stored]' },
      ],
    },
  ])
  expect(JSON.stringify(messages())).toContain('[image not stored]')
  expect(JSON.stringify(messages())).not.toContain(secret)
})

test('a running gateway deletes what has expired', async () => {
  await using other = await startTestGateway({
    store: store => ({
      ...store,
      responses: {
        ...store.responses,
        async removeOld(now, pause) {
          const { teamId } = await store.teams.openModeOwner()
          await store.settings.update(teamId, { storedResponseDays: 30 }, by)
          const texts = { input: '[]', output: '[]', response: '{}', itemIds: [], previousId: null }
          const owner = { teamId, userId: null }
          for (const days of [29, 31])
            await store.responses.insert({
              ...texts,
              id: `resp_${days}`,
              model,
              owner,
              keyId: 'key_1',
              createdAt: now - days * 24 * 3_600_000,
            })
          return await store.responses.removeOld(now, pause)
        },
      },
    }),
  })
  const logged = () => other.logs.filter(({ text }) => text === 'removed stored responses')
  const owner = { teamId: other.teamId, userId: null }

  await vi.waitFor(() => expect(logged()).toMatchObject([{ responses: 1 }]), { timeout: 10_000 })
  expect(await other.store.responses.find(owner, 'resp_29', 0)).not.toBeNull()
  expect(await other.store.responses.find(owner, 'resp_31', 0)).toBeNull()
})
