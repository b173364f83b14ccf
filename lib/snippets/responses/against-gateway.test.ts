import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingClient } from '#lib/snippets/__fixtures__/missing-client.ts'
import { pythonClient } from '#lib/snippets/__fixtures__/python-client.ts'
import { runProgram } from '#lib/snippets/__fixtures__/run-program.ts'
import { startGatewayProcess, type RunningGateway } from '#lib/snippets/__fixtures__/running-gateway.ts'
import { flavourFor, flavoursOf, toSnippet, type Flavour } from '#lib/snippets/to-snippet.ts'

const flavours = await Promise.all(
  flavoursOf('responses').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = flavours.filter(({ missing }) => missing === null)

const running: { gateway?: RunningGateway } = {}

beforeAll(async () => {
  const [gateway] = await Promise.all([startGatewayProcess(), pythonClient('python-openai')])
  running.gateway = gateway
}, 120_000)

afterAll(() => running.gateway?.[Symbol.asyncDispose]())

const forms = [true, false].flatMap(stream => [true, false].map(handlesErrors => ({ stream, handlesErrors })))

describe.each(runnable)('$flavour', ({ flavour }) => {
  test.each(forms)(
    'gets a response from the running gateway (stream: $stream, error handling: $handlesErrors)',
    async ({ stream, handlesErrors }) => {
      const { code, stdout } = await ask(flavour, { model: 'scripted/chunks-5', stream }, handlesErrors)

      expect(code).toBe(0)
      const said = flavour === 'curl' && stream ? textOf(stdout) : stdout
      expect(said).toContain('word0 word1 word2 word3 word4')
    },
    60_000,
  )

  test('sends instructions, images, calls, results, reasoning and options as the console does', async () => {
    const image = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(30_000)}`
    const body = {
      model: 'scripted/chunks-5',
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: "What's é in “it”?" },
            { type: 'input_image', image_url: image, detail: 'auto' },
          ],
        },
        { type: 'reasoning', id: 'rs_sx1', summary: [], encrypted_content: 'sx1.SG0' },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: 'one' },
      ],
      tools: [
        { type: 'function', name: 'f', description: 'F', parameters: { type: 'object' }, strict: false },
      ],
      tool_choice: 'auto',
      include: ['reasoning.encrypted_content'],
      max_output_tokens: 64,
      temperature: 0.2,
      presence_penalty: 0.5,
      models: ['scripted/chunks-5'],
      store: false,
    }

    const { code, stdout, stderr } = await ask(flavour, body)

    expect(stderr).not.toContain('Traceback')
    expect(code).toBe(0)
    expect(stdout).toContain('word0 word1')
  }, 60_000)

  test.each([true, false])(
    'prints the error of the gateway (stream: %s)',
    async stream => {
      const { code, stdout, stderr } = await ask(flavour, { model: 'scripted/chunks-5', top_p: 9, stream })

      expect(code).toBe(1)
      expect(stdout + stderr).toMatch(/400/)
      expect(stdout + stderr).toContain('decimal_above_max_value')
      expect(stdout + stderr).toMatch(/req_[0-9A-Za-z]{24}/)
    },
    60_000,
  )

  test('distinguishes a truncated response from a complete one', async () => {
    const { code, stdout, stderr } = await ask(flavour, { model: 'scripted/cut-3', stream: true })

    expect(code).toBe(1)
    expect(stdout).toContain('word0')
    expect(stdout + stderr).toContain('server_error')
  }, 60_000)
})

test('the selected language stays when the API format changes', () => {
  expect(flavoursOf('responses').map(({ flavour }) => flavour)).toEqual([
    'curl',
    'python-openai',
    'typescript-openai',
  ])
  expect(flavourFor('responses', 'python-anthropic')).toBe('python-openai')
  expect(flavourFor('responses', 'typescript-fetch')).toBe('typescript-openai')
  expect(flavourFor('messages', 'python-openai')).toBe('python-anthropic')
})

async function ask(flavour: Flavour, body: object, handlesErrors = true) {
  const request = {
    contract: 'responses',
    baseUrl: running.gateway?.baseUrl ?? '',
    path: '/v1/responses',
    body: JSON.stringify({ input: 'Hello', store: false, ...body }),
  }
  const snippet = toSnippet(request, { flavour, handlesErrors })
  return runProgram(snippet, {
    apiKey: running.gateway?.apiKey ?? '',
    pythonPath: await pythonClient(flavour),
  })
}

function textOf(events: string): string {
  return Array.from(
    events.matchAll(/"type":"response.output_text.delta".*?"delta":"([^"]*)"/g),
    found => found[1],
  ).join('')
}
