import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from '#e2e/support/script.ts'
import { install, runProgram, startRecorder } from './__fixtures__/client-programs.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs real clients into a temporary folder.

const searchPath = process.env['PATH'] ?? ''
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

const recordedHeaders = ['anthropic-version', 'anthropic-beta', 'content-type'] as const

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
  const run = (url: string, model: string) =>
    runProgram(folder, join(programs, program), [url, sextant.token, model], searchPath)
  beforeAll(() => install(folder, packages, python))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('works with a provider that speaks the Messages API, and sends what the tests replay', async () => {
    await using recorder = await startRecorder(sextant.url, recordedHeaders)
    sextant.upstream.next(...scripts)

    expect(await run(recorder.url, 'claude/claude-x')).toEqual(answers)
    await expect(`${JSON.stringify(recorder.requests, null, 2)}\n`).toMatchFileSnapshot(
      join(programs, `${program.replace('.', '-')}.json`),
    )
  })

  test('works with any other provider', async () => {
    sextant.upstream.next(...scripts)

    expect(await run(sextant.url, 'scripted/echo')).toEqual(answers)
  })
})

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
