import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatCompletionSchema, chatRequestSchema } from '#lib/contracts/chat.ts'
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
const body = fc
  .tuple(
    fc.record(
      {
        model: fc.constantFrom('scripted/echo', 'nobody', '', 5, null),
        messages: fc.oneof(fc.array(message, { maxLength: 3 }), anyValue),
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(chatRequestSchema.shape)), fc.string()), anyValue, {
      maxKeys: 3,
    }),
  )
  .map(([known, more]) => ({ ...more, ...known }))

test('no request makes a fault of ours; every refusal has the four keys, a known code and a param that exists', async () => {
  await fc.assert(
    fc.asyncProperty(body, async request => {
      const response = await sextant.chat(JSON.stringify({ ...request, stream: false }))

      expect(response.status).toBeLessThan(500)
      expect(response.headers.get('x-request-id')).toMatch(/^req_/)
      const answer: unknown = await response.json()
      if (response.status === 200) return void chatCompletionSchema.parse(answer)
      const { error } = answer as { error: { param: string | null; code: string } }
      expect(Object.keys(error).toSorted()).toEqual(['code', 'message', 'param', 'type'])
      expect(isErrorCode(error.code)).toBe(true)
      const first = (error.param ?? 'model').split('.')[0] ?? ''
      expect(first in request || first in chatRequestSchema.shape).toBe(true)
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('no bytes make a fault of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), async bytes => {
      const response = await sextant.chat(null, {
        body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
      })

      expect(response.status).toBe(400)
      await response.text()
    }),
    { numRuns: 100 },
  )
}, 60_000)
