import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

vi.setConfig({ testTimeout: 30_000 })

const by = { id: null, name: 'test', address: null }
const openAi = { server: 'openai', apiKey: 'sk-scripted-openai' } as const

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [
      { id: 'gpt', ...openAi },
      { id: 'other', ...openAi },
    ],
    models: [
      { id: 'smart', provider: 'gpt', upstream: 'gpt-y' },
      { id: 'gpt/elsewhere', provider: 'other', upstream: 'gpt-z' },
    ],
    policy: { retriesMax: 0 },
    timers: { keepAliveMs: 60_000, plainMs: 20_000, firstEventMs: 20_000, idleMs: 20_000, streamMs: 20_000 },
  })
  await sextant.store.settings.update(sextant.teamId, { storedResponseDays: 30 }, by)
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

async function create(body: object, gateway = sextant) {
  const response = await gateway.post('/v1/responses', body)
  return {
    status: response.status,
    ignored: response.headers.get('sextant-ignored'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

type Item = Readonly<Record<string, unknown>>
const sentInput = () =>
  (JSON.parse(sextant.upstream.requests.at(-1)?.body.toString() ?? '{}') as { input: readonly Item[] }).input
const typesOf = (items: readonly Item[]) => items.map(({ type, role }) => type ?? role)

const plain = JSON.parse(readFixture('openai', 'responses.json')) as Item
let responses = 0

/** A response of the vendor, with an id of its own. */
function answering(output: readonly Item[]) {
  const response = { ...plain, id: `resp_continued${responses++}`, output }
  return { kind: 'raw', parts: [JSON.stringify(response)] } as const
}

const citation = {
  type: 'container_file_citation',
  container_id: 'cntr_1',
  file_id: 'cfile_1',
  filename: 'sum.csv',
  start_index: 0,
  end_index: 3,
}
const message = {
  id: 'msg_sum',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: '42.', annotations: [citation], logprobs: [] }],
}
const code = {
  id: 'ci_1',
  type: 'code_interpreter_call',
  status: 'completed',
  container_id: 'cntr_1',
  code: 'print(42)',
  outputs: null,
}
const reasoning = { id: 'rs_sum', type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }

describe('items of tools that OpenAI ran', () => {
  const begin = async () => {
    sextant.upstream.next(answering([reasoning, code, message]))
    const { body } = await create({ model: 'gpt/gpt-x', input: 'What is the sum?' })
    return body['id']
  }

  test('go back to it with their containers and files, which are those of their owner', async () => {
    const previous = await begin()
    sextant.upstream.next(answering([message]))

    const { status } = await create({ model: 'smart', input: 'And?', previous_response_id: previous })

    expect(status).toBe(200)
    expect(typesOf(sentInput())).toEqual(['message', 'reasoning', 'code_interpreter_call', 'message', 'user'])
    expect(sentInput()[2]).toEqual(code)
  })

  test('are left out for any other provider, and named', async () => {
    const previous = await begin()

    const translated = await create({
      model: 'scripted/echo',
      input: 'And?',
      previous_response_id: previous,
    })
    const messages = sextant.upstream.requests.at(-1)?.json?.['messages']
    sextant.upstream.next(answering([message]))
    const forwarded = await create({ model: 'gpt/elsewhere', input: 'And?', previous_response_id: previous })

    const ignored = 'previous_response_id (code_interpreter_call)'
    expect([translated.status, translated.ignored]).toEqual([200, ignored])
    expect(messages).toMatchObject([{ content: 'What is the sum?' }, { content: '42.' }, { content: 'And?' }])
    expect([forwarded.status, forwarded.ignored]).toEqual([200, ignored])
    expect(typesOf(sentInput())).toEqual(['message', 'message', 'user'])
  })

  test('are left out for a fallback too', async () => {
    const previous = await begin()
    sextant.upstream.next({ kind: 'error', status: 500 })

    const { status, ignored } = await create({
      model: 'gpt/gpt-x',
      models: ['scripted/echo'],
      input: 'And?',
      previous_response_id: previous,
    })

    expect([status, ignored]).toEqual([200, 'previous_response_id (code_interpreter_call)'])
  })

  test('may be named by a reference', async () => {
    await begin()

    const { status, ignored } = await create({
      model: 'scripted/echo',
      input: [{ role: 'user', content: 'Go on.' }, { type: 'item_reference', id: 'ci_1' }, { id: 'msg_sum' }],
    })

    expect([status, ignored]).toEqual([200, 'input.1 (code_interpreter_call)'])
  })

  test('are rejected where the client sends them itself', async () => {
    const input = [code, { role: 'user', content: 'And?' }]

    const translated = await create({ model: 'scripted/echo', input })
    const forwarded = await create({ model: 'gpt/gpt-x', input })

    expect(translated.body['error']).toMatchObject({ code: 'unsupported_parameter', param: 'input.0.type' })
    expect(forwarded.body['error']).toMatchObject({ param: 'input.0.container_id' })
  })
})

test("a file of the provider's account does not pass as the input of an earlier request", async () => {
  const content = [{ type: 'input_text', text: 'Read it.', file_id: 'file-of-others' }]
  const first = await create({ model: 'scripted/echo', input: [{ role: 'user', content }] })

  const second = await create({
    model: 'gpt/gpt-x',
    input: 'And?',
    previous_response_id: first.body['id'],
  })

  expect(first.status).toBe(200)
  expect(second.body['error']).toMatchObject({
    code: 'unsupported_parameter',
    param: 'previous_response_id',
  })
})

describe('encrypted reasoning', () => {
  test.each([
    ['goes back to its provider, whatever its models are called', 'gpt/gpt-x', 'smart', true],
    ['goes to no other provider, whatever its models are called', 'gpt/gpt-x', 'gpt/elsewhere', false],
    ['of a model that no longer exists goes nowhere', 'gpt/elsewhere', 'gone', false],
  ])('%s', async (_, first, second, goesBack) => {
    sextant.upstream.next(answering([reasoning, message]), answering([message]))
    const { body } = await create({ model: first, input: 'Hi' })

    await create({
      model: second,
      models: ['gpt/gpt-x'],
      input: 'And?',
      previous_response_id: body['id'],
    })

    expect(typesOf(sentInput()).includes('reasoning')).toBe(goesBack)
  })
})

describe('a reference by an id alone', () => {
  test.each([{ id: 'msg_sum' }, { id: 'msg_sum', type: null }, { id: 'msg_sum', type: 'item_reference' }])(
    '%j stands for the stored item',
    async reference => {
      sextant.upstream.next(answering([message]))
      await create({ model: 'gpt/gpt-x', input: 'What is the sum?' })

      const input = [reference, { role: 'user', content: 'And?' }]
      const { status } = await create({ model: 'scripted/echo', input })

      expect(status).toBe(200)
      expect(sextant.upstream.requests.at(-1)?.json?.['messages']).toMatchObject([
        { role: 'assistant', content: '42.' },
        { role: 'user' },
      ])
    },
  )

  test.each(['scripted/echo', 'gpt/gpt-x'])('to an unknown item is an error at %s', async model => {
    const { status, body } = await create({
      model,
      input: [{ role: 'user', content: 'And?' }, { id: 'msg_gone' }],
    })

    expect(status).toBe(404)
    expect(body['error']).toMatchObject({ code: 'item_not_found', param: 'input.1.id' })
  })
})

test('an error names the item that the client has sent, also after one that was left out', async () => {
  sextant.upstream.next(answering([reasoning, message]))
  await create({ model: 'gpt/gpt-x', input: 'What is the sum?' })
  const param = 'input[1].content'
  const error = { type: 'invalid_request_error', code: 'invalid_value', param, message: `Bad '${param}'.` }
  sextant.upstream.next({ kind: 'raw', status: 400, parts: [JSON.stringify({ error })] })

  const { body } = await create({
    model: 'gpt/elsewhere',
    input: [
      { type: 'item_reference', id: 'rs_sum' },
      { type: 'item_reference', id: 'msg_sum' },
      { role: 'user', content: 'And?' },
    ],
  })

  expect(typesOf(sentInput())).toEqual(['message', 'user'])
  expect(body['error']).toMatchObject({ param: 'input.2.content' })
})

test('an error of a provider that did not get reasoning of other models names the item that the client has sent', async () => {
  const param = 'input[1].content'
  const error = { type: 'invalid_request_error', code: 'invalid_value', param, message: `Bad '${param}'.` }
  sextant.upstream.next({ kind: 'raw', status: 400, parts: [JSON.stringify({ error })] })
  const own = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: 'sx1.aGk' })
  const said = (text: string) => ({ role: 'user', content: text })

  const { body } = await create({
    model: 'gpt/gpt-x',
    input: [own('rs_1'), said('One'), own('rs_2'), said('Two'), own('rs_3')],
  })

  expect(sentInput()).toHaveLength(2)
  expect(body['error']).toMatchObject({ param: 'input[3].content', message: "Bad 'input[3].content'." })
})

test('right after a start without the database, a request that needs what is stored is asked to retry', async () => {
  await using started = await startTestGateway({
    store: store => ({
      ...store,
      settings: {
        ...store.settings,
        read: () => Promise.reject(new Error('The database is unavailable.')),
      },
    }),
  })
  const request = { model: 'scripted/echo', input: 'Hi' }
  const unavailable = { status: 503, body: { error: { code: 'store_unavailable' } } }

  // The second one hears of the failure of the first.
  for (const _ of [1, 2]) {
    expect(await create({ ...request, previous_response_id: 'resp_1' }, started)).toMatchObject(unavailable)
    const input = [{ type: 'item_reference', id: 'msg_1' }]
    expect(await create({ ...request, input }, started)).toMatchObject(unavailable)
    const headers = { authorization: `Bearer ${started.token}` }
    expect((await fetch(`${started.url}/v1/responses/resp_1`, { headers })).status).toBe(503)
    expect(await create(request, started)).toMatchObject({ status: 200, body: { store: false } })
  }
})
