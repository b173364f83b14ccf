import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from '#e2e/support/script.ts'
import { runFile } from './__fixtures__/run-file.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs real clients into a temporary folder.

const programs = join(import.meta.dirname, '__fixtures__', 'clients')

interface Client {
  readonly program: string
  readonly packages: Readonly<Record<string, string>>
}

const clients: Readonly<Record<string, Client>> = {
  '@anthropic-ai/sdk': { program: 'anthropic-sdk.mjs', packages: { '@anthropic-ai/sdk': '1.12.0' } },
  '@ai-sdk/anthropic': {
    program: 'ai-sdk.mjs',
    packages: { '@ai-sdk/anthropic': '4.0.105', ai: '7.0.173' },
  },
  '@langchain/anthropic': {
    program: 'langchain.mjs',
    packages: { '@langchain/anthropic': '1.5.11', '@langchain/core': '1.4.0' },
  },
  'anthropic (Python)': { program: 'anthropic_sdk.py', packages: { anthropic: '2.12.0' } },
}

const answers = {
  plain: 'Good day.',
  streamed: 'Good day.',
  called: { city: 'Oslo' },
  answer: 'It is cold.',
  tokens: true,
  limited: 'Good day.',
  failed: 502,
  missing: 404,
  unauthorized: 401,
}

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    policy: { retriesMax: 0 },
    // The programs are slow to start on a busy machine.
    timers: { firstEventMs: 30_000, idleMs: 30_000, plainMs: 30_000, keepAliveMs: 30_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

describe.each(Object.entries(clients))('%s', (_, { program, packages }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-client-'))
  const python = program.endsWith('.py')
  beforeAll(() => install(folder, packages, python))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('works with a provider that speaks the Messages API, and sends what the tests replay', async () => {
    await using recorder = await startRecorder(sextant.url)
    sextant.upstream.next(...scripts)

    expect(await runProgram(folder, program, recorder.url, 'claude/claude-x')).toEqual(answers)
    await expect(`${JSON.stringify(recorder.requests, null, 2)}\n`).toMatchFileSnapshot(
      join(programs, `${program.replace('.', '-')}.json`),
    )
  })

  test('works with any other provider', async () => {
    sextant.upstream.next(...scripts)

    expect(await runProgram(folder, program, sextant.url, 'scripted/echo')).toEqual(answers)
  })
})

async function install(folder: string, packages: Client['packages'], python: boolean): Promise<void> {
  const wanted = Object.entries(packages)
  if (python) {
    const names = wanted.map(([name, version]) => `${name}==${version}`)
    await runFile('python3', ['-m', 'pip', 'install', '-q', '--target', folder, ...names], {})
    return
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: packages }))
  await runFile('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}

async function runProgram(folder: string, program: string, url: string, model: string): Promise<unknown> {
  const python = program.endsWith('.py')
  const source = join(programs, program)
  const copy = join(folder, program)
  // Packages are found from the folder of a program.
  if (!python) copyFileSync(source, copy)
  const env = {
    NODE_ENV: 'production' as const,
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    PYTHONPATH: folder,
  }
  const [command, file] = python ? ['python3', source] : [process.execPath, copy]
  const { stdout } = await runFile(command, [file, url, sextant.token, model], { cwd: folder, env })
  return JSON.parse(stdout)
}

interface RecordedCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Recorder extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly RecordedCall[]
}

const recordedHeaders = ['anthropic-version', 'anthropic-beta', 'content-type'] as const

function toRecorded(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    recordedHeaders.flatMap(name => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** Passes requests on to the gateway and records what the client sent, each request once. */
async function startRecorder(target: string): Promise<Recorder> {
  const requests: RecordedCall[] = []
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', part => void parts.push(part as Buffer))
    incoming.on('end', () => {
      const body = Buffer.concat(parts)
      const { method, url: path = '', headers } = incoming
      const isRepeated = requests.some(known => known.body === body.toString())
      if (!isRepeated) requests.push({ path, headers: toRecorded(headers), body: body.toString() })
      const onward = request(`${target}${path}`, { method, headers }, response => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
      })
      onward.end(body)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const say = (text: string): Script => ({ kind: 'answer', text: [text] })
const call: Script = { kind: 'answer', toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }] }
const limit: Script = { kind: 'error', status: 429, retryAfter: 0 }
const failure: Script = { kind: 'error', status: 500 }

/** Answers of the upstream, in the order in which the programs ask. */
const scripts = [
  say('Good day.'),
  say('Good day.'),
  call,
  say('It is cold.'),
  limit,
  say('Good day.'),
  failure,
] as const
