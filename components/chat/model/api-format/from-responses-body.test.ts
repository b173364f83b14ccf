import { expect, test } from 'vitest'
import { responsesContract } from '#lib/contracts/api/responses/responses.ts'
import { fromResponsesBody } from './from-responses-body.ts'
import { toResponsesBody } from './to-responses-body.ts'

const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"x":1}' }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sx1.1' }
const question = { role: 'user', content: 'Hi' }

const sent = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    question,
    reasoning,
    { role: 'assistant', content: 'Wait.' },
    call,
    { ...call, call_id: 'b' },
    { type: 'function_call_output', call_id: 'a', output: 'one' },
    { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'two' }] },
    { role: 'developer', content: 'Answer in French.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'And?' },
        { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
      ],
    },
    { role: 'assistant', content: 'Fine.' },
  ],
  max_output_tokens: 9,
  temperature: 0.5,
  top_p: 0.9,
  presence_penalty: 1,
  top_logprobs: 2,
  stream: true,
  models: ['n'],
  tools: [{ type: 'function', name: 'f', description: 'F', parameters: { type: 'object' }, strict: true }],
  tool_choice: { type: 'function', name: 'f' },
  parallel_tool_calls: false,
  text: { format: { type: 'json_schema', name: 'out', schema: { type: 'object' } }, verbosity: 'low' },
  reasoning: { effort: 'high', summary: 'detailed' },
  include: ['reasoning.encrypted_content'],
  user: 'u',
  metadata: { a: 'b' },
  prompt_cache_key: 'k',
  store: false,
}

test('a request of the Responses API becomes a chat request that is sent as the same request again', () => {
  const { body, dropped } = fromResponsesBody(sent)

  expect(dropped).toEqual([])
  expect(toResponsesBody(body)).toEqual({ body: sent, notes: [] })
})

test('its parts are those of a chat request', () => {
  expect(fromResponsesBody(sent).body).toMatchObject({
    max_tokens: 9,
    reasoning_effort: 'high',
    response_format: { type: 'json_schema', json_schema: { name: 'out', schema: { type: 'object' } } },
    tool_choice: { type: 'function', function: { name: 'f' } },
    messages: [
      { role: 'system', content: 'Be brief.' },
      question,
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'a' }, { id: 'b' }],
        thinking_blocks: [reasoning],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'developer' },
      { role: 'user', content: [{ type: 'text' }, { type: 'image_url', image_url: { detail: 'low' } }] },
      { role: 'assistant', content: 'Fine.' },
    ],
  })
})

test('an input that is a text is the question, and stored responses stay stored', () => {
  expect(fromResponsesBody({ model: 'm', input: 'Hi', store: true })).toEqual({
    body: { model: 'm', messages: [question], store: true },
    dropped: [],
  })
})

test('items as SDKs and Codex send them are messages', () => {
  const input = [
    { type: 'message', id: 'msg_1', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    {
      type: 'message',
      id: 'msg_2',
      role: 'assistant',
      status: 'completed',
      content: [
        { type: 'output_text', text: 'One', annotations: [] },
        { type: 'output_text', text: ' two.', annotations: [] },
      ],
    },
    { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    { ...call, id: 'fc_1', namespace: 'team', name: 'spawn' },
    { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '*** Begin' },
    { type: 'custom_tool_call_output', call_id: 'c', output: 'Done' },
  ]

  expect(fromResponsesBody({ input }).body['messages']).toEqual([
    question,
    {
      role: 'assistant',
      content: 'One two.',
      refusal: 'No.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'team__spawn', arguments: '{"x":1}' } },
        { id: 'c', type: 'function', function: { name: 'apply_patch', arguments: '{"input":"*** Begin"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c', content: 'Done' },
  ])
})

test('custom tools and those of a namespace are functions', () => {
  const tools = [
    { type: 'custom', name: 'apply_patch', format: { type: 'grammar', definition: 'start: "a"' } },
    { type: 'namespace', name: 'team', tools: [{ type: 'function', name: 'spawn', parameters: {} }] },
  ]
  const { body, dropped } = fromResponsesBody({ input: 'Hi', tools })

  expect(body['tools']).toEqual([
    {
      type: 'function',
      function: {
        name: 'apply_patch',
        parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
    },
    { type: 'function', function: { name: 'team__spawn', parameters: {} } },
  ])
  expect(dropped).toEqual(['tools.0.format'])
})

test('what a chat cannot show is named', () => {
  const { body, dropped } = fromResponsesBody({
    input: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'web_search_call', id: 'ws_1' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Read' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'AA' },
          { type: 'input_image', file_id: 'file_1' },
        ],
      },
    ],
    tools: [{ type: 'web_search' }],
  })

  expect(body).toEqual({ messages: [{ role: 'user', content: 'Read' }] })
  expect(dropped).toEqual(['tools.0 (web_search)', 'reasoning', 'web_search_call', 'file “a.pdf”', 'image'])
})

test('images of a result follow in a turn of the user', () => {
  const output = [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }]
  const { body } = fromResponsesBody({
    input: [call, { type: 'function_call_output', call_id: 'a', output }],
  })

  expect(body['messages']).toMatchObject([
    { role: 'assistant' },
    { role: 'tool', tool_call_id: 'a', content: '' },
    { role: 'user', content: [{ type: 'text', text: 'Image of tool result a:' }, { type: 'image_url' }] },
  ])
})

test.each(responsesContract.examples.map(({ title, input }) => [title, input] as const))(
  'the example %s survives both ways',
  (_, input) => {
    const { body } = toResponsesBody(fromResponsesBody(input).body)

    expect(responsesContract.input.safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ model: input.model, max_output_tokens: input.max_output_tokens })
  },
)
