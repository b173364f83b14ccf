import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Script } from '#e2e/support/script.ts'
import { install, runProgram, startRecorder } from './__fixtures__/client-programs.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs real clients into a temporary folder.

const searchPath = process.env['PATH'] ?? ''
const programs = join(import.meta.dirname, '__fixtures__', 'responses-clients')

interface Client {
  readonly program: string
  readonly packages: Readonly<Record<string, string>>
}

const clients: Readonly<Record<string, Client>> = {
  openai: { program: 'openai-sdk.mjs', packages: { openai: '7.57.0' } },
  '@ai-sdk/openai': { program: 'ai-sdk.mjs', packages: { '@ai-sdk/openai': '4.0.118', ai: '7.0.173' } },
  '@openai/agents': { program: 'agents.mjs', packages: { '@openai/agents': '0.20.0' } },
  '@langchain/openai': {
    program: 'langchain.mjs',
    packages: { '@langchain/openai': '1.6.0', '@langchain/core': '1.4.0' },
  },
}

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    policy: { retriesMax: 0 },
    // The programs are slow to start on a busy machine.
    timers: { firstEventMs: 30_000, idleMs: 30_000, plainMs: 30_000, keepAliveMs: 30_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const say = (text: string): Script => ({ kind: 'answer', text: [text] })

describe.each(Object.entries(clients))('%s', (_, { program, packages }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-client-'))
  beforeAll(() => install(folder, packages))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('answers, streams and runs a tool, and sends what the tests replay', async () => {
    await using recorder = await startRecorder(sextant.url, ['content-type'])
    sextant.upstream.next(
      say('Good day.'),
      say('Good day.'),
      { kind: 'answer', toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }] },
      say('It is cold.'),
    )

    expect(
      await runProgram(
        folder,
        join(programs, program),
        [recorder.url, sextant.token, 'scripted/echo'],
        searchPath,
      ),
    ).toEqual({
      plain: 'Good day.',
      streamed: 'Good day.',
      called: { city: 'Oslo' },
      answer: 'It is cold.',
    })
    const sent = recorder.requests.map(call => ({ ...call, body: withoutIds(call.body) }))
    await expect(`${JSON.stringify(sent, null, 2)}\n`).toMatchFileSnapshot(
      join(programs, `${program.replace('.', '-')}.json`),
    )
  })
})

const ada = { role: 'user', content: 'My name is Ada.' }
const hello = { role: 'assistant', content: 'Hello Ada.' }

interface StoringClient extends Client {
  readonly printed: unknown
  /** Messages that the model gets for the last request. */
  readonly sent: readonly object[]
}

const openAiPrinted = {
  answers: ['Hello Ada.', 'Ada.', 'Ada.'],
  stored: [true, true, true],
  continues: [true, true],
  input: [['user', 'My name is Ada.']],
  errors: [
    'NotFoundError 404 item_not_found',
    'BadRequestError 400 previous_response_not_found',
    'BadRequestError 400 invalid_value',
  ],
}
const twoTurns = [ada, hello, { role: 'user', content: 'What is my name?' }]
const threeTurns = [
  ...twoTurns,
  { role: 'assistant', content: 'Ada.' },
  { role: 'user', content: 'And now?' },
]

const storingClients: Readonly<Record<string, StoringClient>> = {
  openai: {
    program: 'openai-stored.mjs',
    packages: { openai: '7.57.0' },
    printed: openAiPrinted,
    sent: twoTurns,
  },
  'openai (Python)': {
    program: 'openai_stored.py',
    packages: { openai: '3.54.0' },
    printed: openAiPrinted,
    sent: twoTurns,
  },
  '@openai/agents': {
    program: 'agents-stored.mjs',
    packages: { '@openai/agents': '0.20.0' },
    printed: ['Hello Ada.', 'Ada.', 'Still Ada.'],
    sent: [{ role: 'system', content: 'Be brief.' }, ...threeTurns],
  },
  '@ai-sdk/openai': {
    program: 'ai-sdk-stored.mjs',
    packages: { '@ai-sdk/openai': '4.0.118', ai: '7.0.173' },
    printed: ['Hello Ada.', 'Ada.', 'Still Ada.'],
    sent: threeTurns,
  },
  'pydantic-ai (Python)': {
    program: 'pydantic_ai_stored.py',
    packages: { 'pydantic-ai-slim[openai]': '2.68.0', openai: '3.54.0' },
    printed: ['Hello Ada.', 'Ada.', 'Still Ada.'],
    sent: threeTurns,
  },
}

describe.each(Object.entries(storingClients))('%s', (_, { program, packages, printed, sent }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-client-'))
  beforeAll(() => install(folder, packages, program.endsWith('.py')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('continues, reads and deletes stored responses', async () => {
    const by = { id: null, name: 'test', address: null }
    await sextant.store.settings.update(sextant.teamId, { storedResponseDays: 30 }, by)
    const isStored = async () => {
      const response = await sextant.post('/v1/responses', { model: 'scripted/echo', input: 'Hi' })
      return ((await response.json()) as { store: boolean }).store
    }
    await expect.poll(isStored).toBe(true)
    sextant.upstream.reset()
    sextant.upstream.next(say('Hello Ada.'), say('Ada.'), say('Still Ada.'))

    const args = [sextant.url, sextant.token, 'scripted/echo']
    expect(await runProgram(folder, join(programs, program), args, searchPath)).toEqual(printed)
    expect(sextant.upstream.requests.at(-1)?.json?.messages).toEqual(sent)
  })
})

/** Ids of the gateway differ between two runs. */
function withoutIds(body: string): string {
  return body.replaceAll(/\b(msg|fc|resp)_\w{8,}/g, '$1_1').replaceAll(/"created_at":\d+/g, '"created_at":1')
}
