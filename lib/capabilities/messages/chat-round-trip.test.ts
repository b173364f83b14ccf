import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { messagesContract } from '#lib/contracts/api/messages/messages.ts'
import { createTestUpstream, plainJson, readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { createAnthropic } from '#lib/providers/anthropic/messages.ts'
import { testAttempt, testTarget } from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { toChatRequest } from './to-chat-request.ts'

/** The request as a provider of the Messages API gets it, as a chat request again. */
async function backAndForth(request: ChatRequest): Promise<ChatRequest> {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('anthropic', 'chat-message.json')],
  })
  const model = createAnthropic({
    providerId: 'claude',
    modelId: request.model,
    target: testTarget,
    request: upstream.request,
    secrets: [],
    local: false,
    inputField: 'messages',
  })
  await model.generate(request, testAttempt)
  const sent = messagesContract.input.parse(JSON.parse(upstream.sent[0]?.body ?? ''))
  return toChatRequest(sent, { quirks: {}, teamId: 'team', session: null, version: '2023-06-01' }).request
}

const text = fc.string({ minLength: 1 })
const name = fc.stringMatching(/^[a-z]\w{0,9}$/)
const input = fc.oneof(
  fc.dictionary(name, fc.jsonValue()).map(value => JSON.stringify(value)),
  fc.constant('{"cut":'),
)
const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } }
const asked: fc.Arbitrary<ChatMessage> = fc
  .oneof(
    text,
    text.map(said => [{ type: 'text' as const, text: said }, image]),
  )
  .map(content => ({ role: 'user', content }))

const round = fc
  .record({
    asked,
    said: fc.option(text),
    calls: fc.array(fc.record({ name, arguments: input, result: text }), { maxLength: 3 }),
    answer: text,
  })
  .map(({ asked: question, said, calls, answer }): ChatMessage[] => {
    const ids = calls.map((_, at) => `call_${at}`)
    const calling: ChatMessage = {
      role: 'assistant',
      content: said,
      tool_calls: calls.map(({ result: _, ...called }, at) => ({
        id: ids[at] ?? '',
        type: 'function',
        function: called,
      })),
    }
    const results = calls.map(({ result }, at): ChatMessage => ({
      role: 'tool',
      tool_call_id: ids[at] ?? '',
      content: result,
    }))
    return [
      question,
      ...(calls.length > 0 ? [calling, ...results] : []),
      ...(calls.length > 0 ? [{ role: 'user' as const, content: 'Go on.' }] : []),
      { role: 'assistant', content: answer },
    ]
  })

const members: fc.Arbitrary<Partial<ChatRequest>> = fc.record(
  {
    temperature: fc.constantFrom(0, 0.5, 1),
    top_p: fc.constantFrom(0.1, 1),
    top_k: fc.integer({ min: 1, max: 100 }),
    stop: fc.array(text, { minLength: 1, maxLength: 4 }),
    tool_choice: fc.constantFrom('auto' as const, 'required' as const, 'none' as const, {
      type: 'function' as const,
      function: { name: 'f' },
    }),
    response_format: fc.constant({
      type: 'json_schema' as const,
      json_schema: { name: 'output', schema: { type: 'object' }, strict: true },
    }),
  },
  { requiredKeys: ['tool_choice'] },
)

test('a chat request loses nothing that the Messages API can express', async () => {
  const rounds = fc.array(round, { maxLength: 4 }).map(each => each.flat())
  await fc.assert(
    fc.asyncProperty(fc.option(text), rounds, asked, members, async (system, history, last, others) => {
      const tools = [{ type: 'function' as const, function: { name: 'f', description: 'd', parameters: {} } }]
      const request: ChatRequest = {
        model: 'm',
        max_tokens: 9,
        messages: [
          ...(system === null ? [] : [{ role: 'system' as const, content: system }]),
          ...history,
          last,
        ],
        tools,
        ...others,
      }

      expect(await backAndForth(request)).toEqual(request)
    }),
    { numRuns: 60 },
  )
})
