import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { chatContract, chatRequestSchema } from '#lib/contracts/api/chat.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { embeddingsContract, embeddingsRequestSchema } from '#lib/contracts/api/embeddings.ts'
import { rerankContract, rerankRequestSchema, rerankV2Contract } from '#lib/contracts/api/rerank.ts'
import { scrapeParamsSchema } from '#lib/contracts/api/scrape.ts'
import { isErrorCode } from '#lib/errors.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, '', 0, -1, 1.5, 1e308, true, [], {}, 'auto', 'text', ['a'], { type: 'function' }),
)
const part = fc.record(
  { type: fc.constantFrom('text', 'image_url', 'video'), text: anyValue, image_url: anyValue },
  { requiredKeys: [] },
)
const message = fc.record(
  {
    role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function', 'robot', 5, null),
    content: fc.oneof(fc.string(), fc.array(part, { maxLength: 3 }), anyValue),
    tool_calls: anyValue,
    tool_call_id: anyValue,
  },
  { requiredKeys: ['role'] },
)
const text = fc.oneof(fc.string(), anyValue)
const tokens = fc.array(fc.oneof(fc.nat(), anyValue), { maxLength: 3 })
const list = (items: fc.Arbitrary<unknown>) => fc.oneof(fc.array(items, { maxLength: 4 }), anyValue)
const endpoints: readonly {
  readonly contract: Contract
  readonly input: z.ZodObject
  readonly meant: Record<string, fc.Arbitrary<unknown>>
}[] = [
  { contract: chatContract, input: chatRequestSchema, meant: { messages: list(message) } },
  {
    contract: embeddingsContract,
    input: embeddingsRequestSchema,
    meant: { input: fc.oneof(text, list(text), tokens, list(tokens)) },
  },
  ...[rerankContract, rerankV2Contract].map(contract => ({
    contract,
    input: rerankRequestSchema,
    meant: {
      query: text,
      documents: list(fc.oneof(text, fc.record({ text, title: text }, { requiredKeys: [] }))),
    },
  })),
]

describe.each(endpoints)('$contract.path', ({ contract, input, meant }) => {
  const names = Object.keys(input.shape)
  const model = fc.constantFrom('scripted/echo', 'scripted/echo', 'nobody', '', 5, null)
  const body = fc
    .tuple(
      fc.record({ model, ...meant }, { requiredKeys: [] }),
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), anyValue, { maxKeys: 3 }),
    )
    .map(([known, more]) => ({ ...more, ...known }))

  test('no request causes a 500; every error has the four keys, a known code and an existing param', async () => {
    await fc.assert(
      fc.asyncProperty(body, async request => {
        const response = await sextant.post(contract.path, JSON.stringify({ ...request, stream: false }))

        expect(response.status).toBeLessThan(500)
        expect(response.headers.get('x-request-id')).toMatch(/^req_/)
        const answer: unknown = await response.json()
        if (response.status === 200) return void contract.output.parse(answer)
        const { error } = answer as { error: { param: string | null; code: string } }
        expect(Object.keys(error).toSorted()).toEqual(['code', 'message', 'param', 'type'])
        expect(isErrorCode(error.code)).toBe(true)
        const first = (error.param ?? 'model').split('.')[0] ?? ''
        expect(first in request || names.includes(first)).toBe(true)
      }),
      { numRuns: 200 },
    )
  }, 60_000)
})

const closed = fc.constantFrom('http://10.0.0.1/', 'http://localhost:1/', 'ftp://a/', 'a b', '', 5, null)
const scrapeFields = Object.keys(scrapeParamsSchema.shape).filter(name => name !== 'url')
const scrapeParams = fc
  .tuple(
    fc.record({ url: closed }, { requiredKeys: [] }),
    fc.dictionary(fc.oneof(fc.constantFrom(...scrapeFields), fc.string()), anyValue, { maxKeys: 4 }),
  )
  .map(([known, more]) => ({ ...more, ...known }))

test('no scrape causes a 500; each is rejected for its body or URL', async () => {
  const envelope = fc.record(
    {
      model: fc.constantFrom('scrape', 'scrape', 'map', 'poem', 5),
      params: fc.oneof(scrapeParams, anyValue),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(envelope, scrapeParams), async request => {
      const response = await sextant.post('/v1/web', JSON.stringify(request))

      expect([400, 404]).toContain(response.status)
      const answer = (await response.json()) as { error: string | { code: string }; code?: string }
      expect(isErrorCode(typeof answer.error === 'string' ? answer.code : answer.error.code)).toBe(true)
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('no bytes cause a 500', async () => {
  const paths = fc.constantFrom(...endpoints.map(({ contract }) => contract.path), '/v1/web', '/v1/scrape')
  await fc.assert(
    fc.asyncProperty(paths, fc.oneof(fc.string(), fc.json(), fc.uint8Array()), async (path, bytes) => {
      const response = await sextant.post(path, null, {
        body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
      })

      expect(response.status).toBe(400)
      await response.text()
    }),
    { numRuns: 100 },
  )
}, 60_000)
