import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { pythonClient } from '#lib/snippets/__fixtures__/python-client.ts'
import { runProgram } from '#lib/snippets/__fixtures__/run-program.ts'
import { flavourFor, flavoursOf, toSnippet, type Flavour } from '#lib/snippets/to-snippet.ts'

beforeAll(() => pythonClient('python-anthropic'), 240_000)

const body = {
  model: 'm',
  max_tokens: 64,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: 'Is it warm — “in Lisbon”?' },
    { role: 'system', content: 'Answer in French.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 'sx1.1' },
        { type: 'tool_use', id: 'a', name: 'f', input: { city: 'Lisbon' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '21', is_error: false }] },
  ],
  tools: [{ name: 'f', input_schema: { type: 'object', properties: {} }, strict: true }],
  tool_choice: { type: 'any', disable_parallel_tool_use: true },
  thinking: { type: 'enabled', budget_tokens: 1_024 },
  output_config: { effort: 'low' },
  stop_sequences: ['STOP'],
  metadata: { user_id: 'u' },
  context_management: { edits: [] },
  models: ['n'],
}

test.each(['curl', 'python-anthropic'] as const)(
  '%s sends every field of the request',
  async flavour => {
    const { outcome, sent } = await execute(flavour, body)

    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('Il fait chaud.') as string })
    expect(sent.body).toEqual(body)
    expect(sent.path).toBe('/v1/messages')
  },
  60_000,
)

test.each(['curl', 'python-anthropic'] as const)(
  '%s sends fields of sampling with a version of the API that has them',
  async flavour => {
    const { sent } = await execute(flavour, { ...body, temperature: 0.2, top_k: 4 })

    expect(sent.body).toMatchObject({ temperature: 0.2, top_k: 4 })
    expect(sent.headers['anthropic-version']).toBe('2023-06-01')
  },
  60_000,
)

test('the selected language stays when the API format changes', () => {
  expect(flavoursOf('messages').map(({ flavour }) => flavour)).toEqual([
    'curl',
    'python-anthropic',
    'typescript-anthropic',
  ])
  expect(flavourFor('messages', 'python-requests')).toBe('python-anthropic')
  expect(flavourFor('messages', 'typescript-openai')).toBe('typescript-anthropic')
  expect(flavourFor('chat', 'typescript-anthropic')).toBe('typescript-openai')
  expect(flavourFor('chat', null)).toBe('curl')
})

interface Sent {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

async function execute(flavour: Flavour, given: object) {
  const received: Sent[] = []
  const server = createServer((request, response) => {
    void json(request).then(read => {
      received.push({ path: request.url, headers: request.headers, body: read })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = {
    contract: 'messages',
    baseUrl: `http://127.0.0.1:${port}`,
    path: '/v1/messages',
    body: JSON.stringify(given),
  }
  const snippet = toSnippet(request, { flavour })
  const outcome = await runProgram(snippet, { apiKey: 'k', pythonPath: await pythonClient(flavour) })
  server.close()
  const [sent] = received
  if (sent === undefined) throw new Error(`Nothing was sent: ${outcome.stderr}`)
  return { outcome, sent }
}

const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Il fait chaud.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
}
