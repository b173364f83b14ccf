import { beforeAll, expect, test } from 'vitest'
import { pythonClient } from '#lib/snippets/__fixtures__/python-client.ts'
import { startRecordingServer } from '#lib/snippets/__fixtures__/recording-server.ts'
import { runProgram } from '#lib/snippets/__fixtures__/run-program.ts'
import { flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'

// Installing it takes longer than the test timeout.
beforeAll(() => pythonClient('python-openai'), 120_000)

const body = {
  model: 'm',
  instructions: 'Be brief.',
  input: [
    { role: 'user', content: 'Is it warm — “in Lisbon”?' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"city":"Lisbon"}' },
    { type: 'function_call_output', call_id: 'a', output: '21' },
  ],
  tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false }],
  tool_choice: { type: 'function', name: 'f' },
  parallel_tool_calls: false,
  text: { format: { type: 'json_object' }, verbosity: 'low' },
  reasoning: { effort: 'low', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  temperature: 0.2,
  presence_penalty: 0.5,
  models: ['n'],
  store: false,
}
const cases = flavoursOf('responses').flatMap(({ flavour }) =>
  [true, false].map(handlesErrors => ({ flavour, handlesErrors })),
)

test.each(cases)(
  '$flavour sends every field of the request (error handling: $handlesErrors)',
  async ({ flavour, handlesErrors }) => {
    await using server = await startRecordingServer('refuse')
    const request = {
      contract: 'responses',
      baseUrl: server.baseUrl,
      path: '/v1/responses',
      body: JSON.stringify(body),
    }

    await runProgram(toSnippet(request, { flavour, handlesErrors }), {
      apiKey: 'k',
      pythonPath: await pythonClient(flavour),
    })

    expect(server.requests).toHaveLength(1)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(body)
    expect(server.requests[0]?.path).toBe('/v1/responses')
  },
  60_000,
)
