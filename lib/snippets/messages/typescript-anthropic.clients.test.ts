import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '#lib/snippets/__fixtures__/run-program.ts'
import { startGatewayProcess, type RunningGateway } from '#lib/snippets/__fixtures__/running-gateway.ts'
import { toSnippet } from '#lib/snippets/to-snippet.ts'

// Run with `npm run test:clients`: it installs Anthropic's SDK into a temporary folder.

const running: { gateway?: RunningGateway; folder?: string } = {}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-anthropic-'))
  running.folder = folder
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
  const packages = ['@anthropic-ai/sdk@1.12.0', '@types/node@24.19.2']
  const { code, stderr } = await run('npm', [...flags, ...packages], folder)
  if (code !== 0) throw new Error(stderr)
  running.gateway = await startGatewayProcess()
})

afterAll(async () => {
  await running.gateway?.[Symbol.asyncDispose]()
  if (running.folder !== undefined) await rm(running.folder, { recursive: true })
})

const question = [{ role: 'user', content: 'Hello' }]
const tools = [{ name: 'f', description: 'F', input_schema: { type: 'object', properties: {} } }]
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(40) } }
const bodies = [
  { messages: question },
  {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 'sx1.1' },
          { type: 'tool_use', id: 'a', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
    ],
    tools,
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    thinking: { type: 'adaptive' },
    output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
    stop_sequences: ['STOP'],
    metadata: { user_id: 'u' },
    temperature: 0.2,
    top_k: 4,
    models: ['scripted/chunks-5'],
  },
  { messages: [{ role: 'user', content: 'word '.repeat(6_000) }], tools },
]
const forms = bodies.flatMap((body, index) =>
  [true, false].flatMap(stream =>
    [true, false].map(handlesErrors => ({ index, body, stream, handlesErrors })),
  ),
)

test.each(forms)(
  'the program of request $index prints its response (stream: $stream, error handling: $handlesErrors)',
  async ({ body, stream, handlesErrors }) => {
    const { code, stdout, stderr } = await execute(
      { model: 'scripted/chunks-5', ...body, stream },
      handlesErrors,
    )

    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain('word0 word1 word2 word3 word4')
  },
)

test.each([true, false])('it prints the error of the gateway (stream: %s)', async stream => {
  const { code, stderr } = await execute({ model: 'scripted/chunks-5', messages: question, top_p: 9, stream })

  expect(code).toBe(1)
  expect(stderr).toMatch(/^400 \(req_[0-9A-Za-z]{24}\): .*decimal_above_max_value/)
})

test('it distinguishes a truncated response from a complete one', async () => {
  const { code, stdout, stderr } = await execute({
    model: 'scripted/cut-3',
    messages: question,
    stream: true,
  })

  expect(code).toBe(1)
  expect(stdout).toContain('word0')
  expect(stderr).toContain('upstream_stream_interrupted')
})

test('every program passes the strict compiler', async () => {
  const folder = running.folder ?? ''
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['types-*.mts'] }),
  )
  for (const [index, { body, stream, handlesErrors }] of forms.entries()) {
    const { code } = toProgram({ model: 'm', ...body, stream }, handlesErrors)
    await writeFile(join(folder, `types-${index}.mts`), code)
  }

  const { code, stdout } = await run(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    '-p',
    folder,
  ])

  expect(stdout).toBe('')
  expect(code).toBe(0)
})

const compilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
}

async function execute(body: object, handlesErrors = true) {
  const { code, files, fileName } = toProgram(body, handlesErrors)
  const folder = running.folder ?? ''
  await writeFile(join(folder, fileName), code)
  for (const { name, content } of files) await writeFile(join(folder, name), content)
  const key = `SEXTANT_API_KEY=${running.gateway?.apiKey ?? ''}`
  return run('env', [key, process.execPath, fileName], folder)
}

function toProgram(body: object, handlesErrors: boolean) {
  const request = {
    contract: 'messages',
    baseUrl: running.gateway?.baseUrl ?? '',
    path: '/v1/messages',
    body: JSON.stringify({ max_tokens: 64, ...body }),
  }
  return toSnippet(request, { flavour: 'typescript-anthropic', handlesErrors })
}
