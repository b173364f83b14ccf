import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// A provider may report more than our count, and is believed: a budget must have reserved as much.
const dollar = 1e9
const tokenNanos = 1_000_000
const patience = { timeout: 10_000 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    providers: [
      { id: 'gem', server: 'gemini' },
      { id: 'gpt', server: 'openai', apiKey: 'sk-scripted' },
      { id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' },
    ],
    models: [
      { id: 'thinks', provider: 'gem', upstream: 'thinks', price: { input: 0, output: 1000 } },
      { id: 'ranks', kind: 'rerank', upstream: 'ranks', price: { searchUnit: 1000 } },
      { id: 'chat', upstream: 'chat', price: { input: 0, output: 1000 } },
      { id: 'responses', provider: 'gpt', upstream: 'responses', price: { input: 0, output: 1000 } },
      { id: 'messages', provider: 'claude', upstream: 'messages', price: { input: 0, output: 1000 } },
      { id: 'vectors', kind: 'embeddings', upstream: 'vectors', price: { input: 1000, output: 0 } },
    ],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const longDocuments = Array.from({ length: 100 }, () => 'word '.repeat(880))
const rankLong = { model: 'ranks', query: 'a', documents: longDocuments }

test('a burst of rerank requests whose documents have nine parts each does not overrun a budget', async () => {
  answerRanking(100, 9)

  const burst = await askAtOnce(20 * dollar, 5, '/v1/rerank', rankLong)

  expect(burst.statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 429, 429, 429])
  expect(burst.spentNanos).toBe(18 * dollar)
})

test('near the end of a budget the parts are counted by tokens instead of bytes', async () => {
  answerRanking(100, 3)

  const { statuses, spentNanos } = await askAtOnce(3 * dollar, 1, '/v1/rerank', rankLong)

  expect(statuses).toEqual([200])
  expect(spentNanos).toBe(3 * dollar)
})

test('short documents reserve no parts', async () => {
  answerRanking(100, 1)
  const documents = Array.from({ length: 100 }, () => 'a refund takes five days')

  const burst = await askAtOnce(2 * dollar, 3, '/v1/rerank', { model: 'ranks', query: 'refund', documents })

  expect(burst.statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 429])
})

test.each([
  ['more search units than its documents have parts', 10],
  ['no search unit', 0],
])('a rerank that reports %s is charged by our count', async (_, searchUnits) => {
  answerRanking(100, searchUnits)

  const response = await gateway.post('/v1/rerank', rankLong)

  expect(await response.json()).toMatchObject({ usage: { search_units: 1, cost: 1 } })
  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({ usageMismatch: true })
})

test.each<[string, string[] | number[], number]>([
  ['texts with instructions', ['a', 'b', 'c'], 3 * 129],
  ['token IDs of another vocabulary', [1, 2, 3, 4], 8 + 128],
])('a burst of embeddings of %s does not overrun a budget', async (_, input, tokens) => {
  answerVectors(typeof input[0] === 'number' ? 1 : input.length, tokens)

  const burst = await askAtOnce(2.5 * tokens * tokenNanos, 8, '/v1/embeddings', { model: 'vectors', input })

  expect(burst.statuses).toContain(200)
  expect(burst.spentNanos).toBeGreaterThan(0)
  expect(burst.spentNanos).toBeLessThanOrEqual(2.5 * tokens * tokenNanos)
})

test('embeddings report what was reserved at most, and no zero: otherwise our count is charged', async () => {
  for (const [reported, charged, usageMismatch] of [
    [130, 130, false],
    [131, 1, true],
    [0, 1, true],
  ] as const) {
    answerVectors(1, reported)
    const response = await gateway.post('/v1/embeddings', { model: 'vectors', input: 'it' })

    expect(await response.json()).toMatchObject({ usage: { prompt_tokens: charged } })
    expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
      costNanos: charged * tokenNanos,
      usageEstimated: usageMismatch,
      usageMismatch,
    })
  }
})

// 40 words, which are as many tokens.
const text = 'llama '.repeat(40).trim()
const say = { model: 'chat', messages: [{ role: 'user', content: 'hi' }] }
const usageOf = (tokens: number | null) => ({ prompt_tokens: 9, completion_tokens: tokens })

test.each([
  [0, true],
  [null, false],
  [-1, false],
])(
  'a chat answer whose text is reported as %j tokens is charged by our count, streamed: %s',
  async (completion, stream) => {
    const usage = usageOf(completion)
    gateway.upstream.on('chat', { kind: 'answer', text, usage: 'none', extra: { usage } })

    const row = await rowOf({ ...say, stream })

    expect(row.costNanos).toBeGreaterThanOrEqual(40 * tokenNanos)
    expect(row).toMatchObject({ promptTokens: 9, usageEstimated: true, usageMismatch: true })
  },
)

const noOutput = { input_tokens: 9, output_tokens: 0 }
const responseOf = (output: object[]) => ({
  object: 'response',
  status: 'completed',
  output,
  usage: noOutput,
})
const messageOf = (content: object[]) => ({ type: 'message', role: 'assistant', content, usage: noOutput })
const responsesBody = { model: 'responses', input: 'hi', store: false }
const messagesBody = { model: 'messages', max_tokens: 100, messages: say.messages }
const spoken = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }

test.each<[string, string, object, object, number]>([
  ['/v1/responses', 'text', responsesBody, responseOf([spoken]), 40],
  ['/v1/responses', 'nothing', responsesBody, responseOf([]), 0],
  ['/v1/messages', 'text', messagesBody, messageOf([{ type: 'text', text }]), 40],
  ['/v1/messages', 'nothing', messagesBody, messageOf([]), 0],
])('%s of %s without reported output is charged by its size', async (path, _, body, answered, tokens) => {
  answer(path.slice(4), answered)

  const response = await gateway.post(path, body)
  const row = await gateway.row(response.headers.get('x-request-id'))

  expect(row.costNanos).toBeGreaterThanOrEqual(tokens * tokenNanos)
  expect(row.costNanos).toBeLessThanOrEqual(4 * tokens * tokenNanos)
  expect(row).toMatchObject({ status: 200, promptTokens: 9, usageMismatch: tokens > 0 })
})

test.each([0, 1])(
  'a cut stream costs what it wrote, though an early chunk reported %i tokens',
  async tokens => {
    gateway.upstream.on('chat', {
      kind: 'answer',
      text,
      usage: 'none',
      extra: { usage: usageOf(tokens) },
      after: { events: 35, end: 'cut' },
    })

    const row = await rowOf({ ...say, stream: true })

    expect(row.costNanos).toBeGreaterThanOrEqual(30 * tokenNanos)
    expect(row).toMatchObject({ usageEstimated: true, usageMismatch: false })
  },
)

test('a whole stream whose only usage came before its text costs what it wrote', async () => {
  const chunk = (content: string, finish_reason: string | null) => ({
    choices: [{ index: 0, delta: { content }, finish_reason }],
  })
  const chunks = [{ ...chunk('llama', null), usage: usageOf(1) }, chunk(text, null), chunk('', 'stop')]
  const parts = [...chunks.map(each => JSON.stringify(each)), '[DONE]'].map(data => `data: ${data}\n\n`)
  gateway.upstream.on('chat', { kind: 'raw', headers: { 'content-type': 'text/event-stream' }, parts })

  const row = await rowOf({ ...say, stream: true })

  expect(row.costNanos).toBeGreaterThanOrEqual(40 * tokenNanos)
  expect(row).toMatchObject({ usageEstimated: true, usageMismatch: true })
})

test('a burst of answers with hidden thinking beyond their limit does not overrun a budget', async () => {
  answerThinking(20_000)
  const limitNanos = 70_000 * tokenNanos

  for (const limit of [{ max_tokens: 10 }, {}]) {
    const body = { ...say, model: 'thinks', ...limit }
    const { statuses, spentNanos } = await askAtOnce(limitNanos, 8, '/v1/chat/completions', body)

    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
    expect(spentNanos).toBeGreaterThanOrEqual(20_005 * tokenNanos)
    expect(spentNanos).toBeLessThanOrEqual(limitNanos)
  }
})

test.each([
  ['thinking of so many tokens is charged where it is reserved', 20_000, 1e6, 20_005, false],
  ['more is not', 50_000, 1e6, 10 + 32_768, true],
  ['the rest of a budget answers, too, and is all that is charged', 20_000, 3000, 3000, true],
])('hidden thinking: %s', async (_, thinking, limitTokens, chargedTokens, usageMismatch) => {
  answerThinking(thinking)
  const budget = { limitNanos: limitTokens * tokenNanos, period: null }

  const row = await rowOf({ ...say, model: 'thinks', max_tokens: 10 }, await gateway.makeKey({ budget }))

  expect(row).toMatchObject({ status: 200, costNanos: chargedTokens * tokenNanos, usageMismatch })
})

test('without a budget all hidden thinking is charged', async () => {
  answerThinking(50_000)

  const row = await rowOf({ ...say, model: 'thinks', max_tokens: 10 })

  expect(row).toMatchObject({ costNanos: 50_005 * tokenNanos, usageMismatch: false })
})

function answerThinking(tokens: number): void {
  const usage = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 + tokens }
  gateway.upstream.on('thinks', { kind: 'answer', usage: 'none', extra: { usage } })
}

async function rowOf(body: object, key: { token?: string } = {}) {
  const response = await gateway.chat(body, key)
  await response.text()
  return await gateway.row(response.headers.get('x-request-id'))
}

function answerRanking(count: number, searchUnits: number): void {
  const results = Array.from({ length: count }, (_, index) => ({ index, relevance_score: 0.5 }))
  answer('ranks', { results, meta: { billed_units: { search_units: searchUnits } } })
}

function answerVectors(count: number, tokens: number): void {
  const data = Array.from({ length: count }, (_, index) => ({ index, embedding: [0.6, 0.8] }))
  answer('vectors', { data, usage: { prompt_tokens: tokens, total_tokens: tokens } })
}

function answer(model: string, body: object): void {
  const headers = { 'content-type': 'application/json' }
  gateway.upstream.on(model, { kind: 'raw', headers, parts: [JSON.stringify(body)] })
}

async function askAtOnce(limitNanos: number, calls: number, path: string, body: object) {
  const { store, teamId } = gateway
  const { id, token } = await gateway.makeKey({ budget: { limitNanos, period: null } })
  const statuses = await Promise.all(
    Array.from({ length: calls }, async () => {
      const response = await gateway.post(path, body, { token })
      await response.text()
      return response.status
    }),
  )
  const key = await store.keys.get(teamId, id)
  const state = async () => (await store.budgets.list(teamId)).byId.get(key?.budgetId ?? '')
  await expect.poll(async () => (await state())?.reservedNanos, patience).toBe(0)
  return { statuses, spentNanos: (await state())?.spentNanos }
}
