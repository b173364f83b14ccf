import { expect, test } from 'vitest'
import { fromMessagesBody } from './from-messages-body.ts'
import { toMessagesBody } from './to-messages-body.ts'

const call = { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }
const thought = { type: 'thinking', thinking: 'Hm', signature: 'sx1.1' }
const cached = { cache_control: { type: 'ephemeral' } }
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }

const sent = {
  model: 'm',
  max_tokens: 9,
  stream: true,
  temperature: 0.5,
  top_p: 0.9,
  top_k: 4,
  stop_sequences: ['x'],
  metadata: { user_id: 'u' },
  thinking: { type: 'enabled', budget_tokens: 2_000 },
  output_config: { effort: 'high', format: { type: 'json_schema', schema: { type: 'object' } } },
  system: [{ type: 'text', text: 'Be brief.', ...cached }],
  tools: [{ name: 'f', description: 'F', input_schema: { type: 'object' }, strict: true, ...cached }],
  tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'Answer in French.' },
    { role: 'assistant', content: [thought, { type: 'text', text: 'Wait.' }, call] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'one', is_error: true },
        { type: 'text', text: 'And?', ...cached },
        image,
      ],
    },
    { role: 'assistant', content: 'Fine.' },
  ],
}

test('a request of the Messages API becomes a chat request that is sent as the same request again', () => {
  const { body, dropped } = fromMessagesBody(sent)

  expect(dropped).toEqual([])
  expect(toMessagesBody(body)).toEqual({ body: sent, notes: [] })
})

test('its parts are those of a chat request', () => {
  expect(fromMessagesBody(sent).body).toMatchObject({
    stop: ['x'],
    response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
    tools: [{ type: 'function', function: { name: 'f', description: 'F', parameters: { type: 'object' } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    parallel_tool_calls: false,
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Answer in French.' },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
      { role: 'assistant', content: 'Fine.' },
    ],
  })
})

test('text of documents, search results and pictures of tools becomes parts of the turn', () => {
  const content = [
    { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'seen' }, image] },
    { type: 'document', source: { type: 'text', data: 'Body' }, title: 'Plan' },
    {
      type: 'search_result',
      title: 'T',
      source: 'https://a.example',
      content: [{ type: 'text', text: 'C' }],
    },
  ]

  expect(fromMessagesBody({ messages: [{ role: 'user', content }] }).body).toEqual({
    messages: [
      { role: 'tool', tool_call_id: 'a', content: 'seen' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Image of tool result a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'text', text: '<document title="Plan">\nBody\n</document>' },
          { type: 'text', text: 'T\nhttps://a.example\nC' },
        ],
      },
    ],
  })
})

test.each<[object, string, object?]>([
  [{ title: 'Say "hi"' }, '<document title="Say &quot;hi&quot;">\nBody\n</document>'],
  [{ title: 'Plan', context: 'A draft.' }, '<document title="Plan">\nA draft.\nBody\n</document>'],
  [{}, '<document>\nBody\n</document>'],
  [{ ...cached }, '<document>\nBody\n</document>', cached],
  [
    {
      source: {
        type: 'content',
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two' },
        ],
      },
    },
    '<document>\nOne\nTwo\n</document>',
  ],
])('a document with %j keeps it', (members, text, extras = {}) => {
  const document = { type: 'document', source: { type: 'text', data: 'Body' }, ...members }
  const { body, dropped } = fromMessagesBody({
    messages: [{ role: 'user', content: [document, { type: 'text', text: 'Why?' }] }],
  })

  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text, ...extras },
        { type: 'text', text: 'Why?' },
      ],
    },
  ])
  expect(dropped).toEqual([])
})

test('citations of a document, and images in it, are named', () => {
  const content = [
    { type: 'document', title: 'Plan', source: { type: 'text', data: 'Body' }, citations: { enabled: true } },
    { type: 'document', source: { type: 'content', content: [image] } },
  ]

  expect(fromMessagesBody({ messages: [{ role: 'user', content }] }).dropped).toEqual([
    'citations of document “Plan”',
    'document',
  ])
})

test('parts that a chat cannot hold are named', () => {
  const content = [
    { type: 'document', source: { type: 'base64', data: 'AA' } },
    { type: 'image', source: { type: 'file', file_id: 'f' } },
    { type: 'container_upload' },
  ]
  const tools = [{ type: 'web_search_20250305', name: 'w' }]

  expect(fromMessagesBody({ messages: [{ role: 'user', content }], tools }).dropped).toEqual([
    'tools.0 (web_search_20250305)',
    'document',
    'image',
    'container_upload',
  ])
})
