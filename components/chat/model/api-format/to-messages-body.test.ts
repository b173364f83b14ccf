import { describe, expect, test } from 'vitest'
import { chatContract, chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { messagesContract } from '#lib/contracts/api/messages/messages.ts'
import { fromMessagesBody } from './from-messages-body.ts'
import { toMessagesBody } from './to-messages-body.ts'

const question = { role: 'user', content: 'Hi' }
const bounded = { model: 'm', max_tokens: 9, messages: [question] }
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' }, strict: null } }
const calls = [
  { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
  { id: 'b', type: 'function', function: { name: 'f', arguments: '{broken' } },
]

test.each(chatContract.examples.map(({ title, input }) => [title, input] as const))(
  'the example %s is a valid request of the Messages API',
  (_, input) => {
    expect(messagesContract.input.safeParse(toMessagesBody(input).body).error).toBeUndefined()
  },
)

test('every field of a chat request is translated or named as not sent', () => {
  const given = Object.fromEntries(Object.keys(chatRequestSchema.shape).map(name => [name, 'given']))
  const { body, notes } = toMessagesBody({ ...given, messages: [question] })
  const own = new Set(Object.keys(messagesContract.input.shape))

  expect(Object.keys(body).filter(name => !own.has(name))).toEqual([])
  expect(notes).toEqual([
    'The Messages API has no presence_penalty, frequency_penalty, seed, n, logprobs, top_logprobs, or logit_bias; not sent.',
  ])
})

test('fields that chat completions do not define are sent unchanged', () => {
  const more = { top_k: 4, service_tier: 'auto', cache_control: { type: 'ephemeral' } }

  expect(toMessagesBody({ ...bounded, ...more })).toEqual({ body: { ...bounded, ...more }, notes: [] })
})

test('system messages before the first turn are the system prompt, later ones stay in their place', () => {
  const later = { role: 'system', content: 'Shout.' }
  const messages = [{ role: 'system', content: 'Be brief.' }, question, { ...later, role: 'developer' }]

  expect(toMessagesBody({ ...bounded, messages }).body).toMatchObject({
    system: 'Be brief.',
    messages: [question, later],
  })
})

test('several rounds of tools keep their calls, results and order', () => {
  const messages = [
    question,
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'tool', tool_call_id: 'b', content: 'two' },
    { role: 'user', content: 'And?' },
  ]
  const { body } = toMessagesBody({ ...bounded, messages, tools: [tool], parallel_tool_calls: false })

  expect(body).toMatchObject({
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    messages: [
      question,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
          { type: 'tool_use', id: 'b', name: 'f', input: { invalid_json: '{broken' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'one' },
          { type: 'tool_result', tool_use_id: 'b', content: 'two' },
          { type: 'text', text: 'And?' },
        ],
      },
    ],
  })
  expect(fromMessagesBody(body).body['messages']).toMatchObject([question, {}, {}, {}, messages[4]])
})

test('images are sent as data or as a URL, and their detail is named as not sent', () => {
  const content = [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: 'low' } },
    { type: 'image_url', image_url: { url: 'https://a.example/a.png', detail: 'high' } },
  ]
  const { body, notes } = toMessagesBody({ ...bounded, messages: [{ role: 'user', content }] })

  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } },
      ],
    },
  ])
  expect(notes).toEqual(['The Messages API has no detail of an image; not sent.'])
})

test.each([
  ['auto', { type: 'auto' }],
  ['none', { type: 'none' }],
  ['required', { type: 'any' }],
  [
    { type: 'function', function: { name: 'f' } },
    { type: 'tool', name: 'f' },
  ],
])('tool_choice %j is %j', (choice, expected) => {
  expect(toMessagesBody({ ...bounded, tools: [tool], tool_choice: choice }).body['tool_choice']).toEqual(
    expected,
  )
})

test('of a list of allowed tools, only those are sent', () => {
  const other = { type: 'function', function: { name: 'g' } }
  const choice = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [other] } }
  const { body, notes } = toMessagesBody({ ...bounded, tools: [tool, other], tool_choice: choice })

  expect(body).toMatchObject({ tools: [{ name: 'g' }], tool_choice: { type: 'any' } })
  expect(notes).toEqual(['Only the allowed tools are sent: the Messages API has no list of them.'])
})

describe('reasoning and output', () => {
  test.each([
    ['none', { thinking: { type: 'disabled' } }],
    ['minimal', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    ['high', { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
  ])('reasoning_effort %s is %j', (effort, expected) => {
    expect(toMessagesBody({ ...bounded, reasoning_effort: effort }).body).toEqual({ ...bounded, ...expected })
  })

  test('a schema for the answer is sent beside the effort', () => {
    const schema = { type: 'object' }
    const format = { type: 'json_schema', json_schema: { name: 'a', schema } }
    const { body } = toMessagesBody({ ...bounded, reasoning_effort: 'low', response_format: format })

    expect(body['output_config']).toEqual({ effort: 'low', format: { type: 'json_schema', schema } })
  })

  test('JSON without a schema is named as not sent', () => {
    expect(toMessagesBody({ ...bounded, response_format: { type: 'json_object' } }).notes).toEqual([
      'response_format json_object is not sent; the Messages API requires a schema.',
    ])
  })
})

test('a limit of tokens that is missing has a default, and a temperature that is too high is named', () => {
  const { body, notes } = toMessagesBody({ model: 'm', messages: [question], temperature: 1.4, stop: 'x' })

  expect(body).toEqual({
    model: 'm',
    max_tokens: 4096,
    messages: [question],
    temperature: 1,
    stop_sequences: ['x'],
  })
  expect(notes).toEqual(['temperature is at most 1 in the Messages API; 1 is sent.'])
})

test('thinking that was signed goes back before the text of its turn, reasoning as text does not', () => {
  const thought = { type: 'thinking', thinking: 'Hm', signature: 's' }
  const said = { role: 'assistant', content: 'Hello', reasoning_content: 'Hm', thinking_blocks: [thought] }

  expect(toMessagesBody({ ...bounded, messages: [question, said] }).body['messages']).toEqual([
    question,
    { role: 'assistant', content: [thought, { type: 'text', text: 'Hello' }] },
  ])
})

test('a body without messages is sent as it is, for the API to say what is wrong', () => {
  expect(toMessagesBody({ model: 'm', max_tokens: 1, messages: 'Hi' }).body['messages']).toBe('Hi')
})
