import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingClient } from '#lib/snippets/__fixtures__/missing-client.ts'
import { pythonClient } from '#lib/snippets/__fixtures__/python-client.ts'
import { runProgram } from '#lib/snippets/__fixtures__/run-program.ts'
import { startGatewayProcess, type RunningGateway } from '#lib/snippets/__fixtures__/running-gateway.ts'
import { flavoursOf, toSnippet, type Flavour } from '#lib/snippets/to-snippet.ts'

// Anthropic's TypeScript SDK is no dependency: `npm run test:clients` installs it and runs its programs.
const installable = flavoursOf('messages').filter(({ flavour }) => flavour !== 'typescript-anthropic')
const flavours = await Promise.all(
  installable.map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = flavours.filter(({ missing }) => missing === null)

const running: { gateway?: RunningGateway } = {}

beforeAll(async () => {
  const [gateway] = await Promise.all([startGatewayProcess(), pythonClient('python-anthropic')])
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

  test('sends system, images, tools, reasoning and sampling as the console does', async () => {
    const image = `iVBORw0KGgo${'A'.repeat(30_000)}`
    const body = {
      model: 'scripted/chunks-5',
      system: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: "What's é in “it”?" },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
          ],
        },
      ],
      tools: [{ name: 'f', description: 'F', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      stop_sequences: ['STOP'],
      temperature: 0.2,
      top_k: 4,
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
    expect(stdout + stderr).toContain('upstream_stream_interrupted')
  }, 60_000)
})

async function ask(flavour: Flavour, body: object, handlesErrors = true) {
  const request = {
    contract: 'messages',
    baseUrl: running.gateway?.baseUrl ?? '',
    path: '/v1/messages',
    body: JSON.stringify({ max_tokens: 64, messages: [{ role: 'user', content: 'Hello' }], ...body }),
  }
  const snippet = toSnippet(request, { flavour, handlesErrors })
  return runProgram(snippet, {
    apiKey: running.gateway?.apiKey ?? '',
    pythonPath: await pythonClient(flavour),
  })
}

function textOf(events: string): string {
  return Array.from(events.matchAll(/"text_delta","text":"([^"]*)"/g), found => found[1]).join('')
}
