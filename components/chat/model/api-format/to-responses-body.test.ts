import { expect, test } from 'vitest'
import { chatContract, chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { responsesContract } from '#lib/contracts/api/responses/responses.ts'
import { toResponsesBody } from './to-responses-body.ts'

const question = { role: 'user', content: 'Hi' }
const plain = { model: 'm', messages: [question] }
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' }, strict: null } }

test.each(chatContract.examples.map(({ title, input }) => [title, input] as const))(
  'the example %s is a valid request of the Responses API',
  (_, input) => {
    expect(responsesContract.input.safeParse(toResponsesBody(input).body).error).toBeUndefined()
  },
)

test('every field of a chat request is translated or named as not sent', () => {
  const given = Object.fromEntries(Object.keys(chatRequestSchema.shape).map(name => [name, 'given']))
  const { body, notes } = toResponsesBody({ ...given, messages: [question] })
  const own = new Set(Object.keys(responsesContract.input.shape))

  expect(Object.keys(body).filter(name => !own.has(name))).toEqual([])
  expect(notes).toEqual(['The Responses API has no seed, stop, n, or logit_bias; not sent.'])
})

test('fields that chat completions do not define are sent unchanged', () => {
  const more = { service_tier: 'flex', prompt_cache_key: 'k', truncation: 'auto', store: true }

  expect(toResponsesBody({ ...plain, ...more })).toEqual({
    body: { model: 'm', input: [question], ...more },
    notes: [],
  })
})

test('a first system message is the instructions, and others are items where they stand', () => {
  const developer = { role: 'developer', content: 'Shout.' }
  const messages = [{ role: 'system', content: 'Be brief.' }, question, developer]

  expect(toResponsesBody({ ...plain, messages }).body).toMatchObject({
    instructions: 'Be brief.',
    input: [question, developer],
  })
})

test('calls and their results are items of their own, after the text and the reasoning', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' }
  const signed = { type: 'thinking', thinking: 'Hm', signature: 's' }
  const calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }]
  const messages = [
    question,
    { role: 'assistant', content: 'Wait.', tool_calls: calls, thinking_blocks: [reasoning, signed] },
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'two' }] },
  ]
  const { body } = toResponsesBody({ ...plain, messages, tools: [tool], parallel_tool_calls: false })

  const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"x":1}' }
  expect(body).toEqual({
    model: 'm',
    input: [
      question,
      reasoning,
      { role: 'assistant', content: 'Wait.' },
      call,
      { type: 'function_call_output', call_id: 'a', output: 'one' },
      call,
      { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'two' }] },
    ],
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false }],
    parallel_tool_calls: false,
    store: false,
  })
})

test('a refusal is said again as text, and a name is named as not sent', () => {
  const messages = [
    { ...question, name: 'Ada' },
    { role: 'assistant', content: '', refusal: 'No.' },
  ]

  expect(toResponsesBody({ ...plain, messages })).toEqual({
    body: { model: 'm', input: [question, { role: 'assistant', content: 'No.' }], store: false },
    notes: ['The Responses API has no name of a message; not sent.'],
  })
})

test('images and texts are parts of the input', () => {
  const url = 'data:image/png;base64,AA'
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: { url } },
    { type: 'image_url', image_url: { url, detail: 'low' } },
  ]

  expect(toResponsesBody({ ...plain, messages: [{ role: 'user', content }] }).body).toMatchObject({
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look' },
          { type: 'input_image', image_url: url, detail: 'auto' },
          { type: 'input_image', image_url: url, detail: 'low' },
        ],
      },
    ],
  })
})

test.each([
  ['required', 'required'],
  [
    { type: 'function', function: { name: 'f' } },
    { type: 'function', name: 'f' },
  ],
  [
    {
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] },
    },
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
  ],
])('the tool choice %j is %j', (choice, expected) => {
  expect(toResponsesBody({ ...plain, tools: [tool], tool_choice: choice }).body).toMatchObject({
    tool_choice: expected,
  })
})

test('a schema is the format of the text', () => {
  const schema = { type: 'object', properties: {} }
  const given = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } }

  expect(
    toResponsesBody({ ...plain, response_format: given, text: { verbosity: 'low' } }).body,
  ).toMatchObject({
    text: { verbosity: 'low', format: { type: 'json_schema', name: 'answer', schema, strict: true } },
  })
  expect(toResponsesBody({ ...plain, response_format: { type: 'json_object' } }).body).toMatchObject({
    text: { format: { type: 'json_object' } },
  })
})

test('reasoning is summarized and comes back encrypted, unless there is none', () => {
  expect(toResponsesBody({ ...plain, reasoning_effort: 'high' }).body).toMatchObject({
    reasoning: { effort: 'high', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  })
  const { body } = toResponsesBody({ ...plain, reasoning_effort: 'none', logprobs: true, top_logprobs: 2 })
  expect(body).toMatchObject({
    reasoning: { effort: 'none' },
    include: ['message.output_text.logprobs'],
    top_logprobs: 2,
  })
})

test('an invalid body is sent as it is, so that the API can say why', () => {
  expect(toResponsesBody({ model: 'm', messages: 'Hi', tools: 'f' }).body).toEqual({
    model: 'm',
    input: 'Hi',
    store: false,
  })
})
