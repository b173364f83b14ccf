import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectClients } from '#lib/snippets/connect/all-clients.ts'
import { install } from './__fixtures__/client-programs.ts'
import { runFile } from './__fixtures__/run-file.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs SDKs into a temporary folder and runs the programs of the page Connect.

const searchPath = process.env['PATH'] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'sextant-connect-'))

/** The route that each program calls, and packages beside the one that the page names. */
const programs: Readonly<
  Record<string, { readonly route: string; readonly besides?: Readonly<Record<string, string>> }>
> = {
  'openai-responses-python': { route: 'responses' },
  'openai-responses-typescript': { route: 'responses' },
  'anthropic-python': { route: 'messages' },
  'anthropic-typescript': { route: 'messages' },
  'ai-sdk-openai': { route: 'responses', besides: { ai: '7.0.173' } },
  'ai-sdk-anthropic': { route: 'messages', besides: { ai: '7.0.173' } },
  'openai-agents-python': { route: 'responses' },
  'openai-agents-typescript': { route: 'responses' },
  'langchain-python': { route: 'chat' },
  'langchain-typescript': { route: 'chat', besides: { '@langchain/core': '1.4.0' } },
  llamaindex: { route: 'chat' },
}

const ways = connectClients
  .filter(({ group }) => group === 'SDKs')
  .flatMap(client => client.ways)
  .flatMap(way => (way.proof.kind === 'ran' ? [{ id: way.id, way, ran: way.proof.version }] : []))

let sextant: TestGateway
beforeAll(async () => {
  // The programs are slow to start on a busy machine.
  const timers = { firstEventMs: 30_000, idleMs: 30_000, plainMs: 30_000, keepAliveMs: 30_000 }
  sextant = await startTestGateway({ timers })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test.each(ways)('$id says hello with $ran', { timeout: 300_000 }, async ({ id, way, ran }) => {
  const home = join(folder, id)
  mkdirSync(home)
  const { setUp, send } = way.lines({
    address: sextant.url,
    model: 'scripted/echo',
    contextWindow: 32_768,
    readsImages: false,
    apiKey: null,
  })
  const [file] = setUp
  if (file.kind !== 'code' || send.kind !== 'code') throw new Error(`There is no program of ${id}.`)
  const [name = '', version = ''] = ran.split(' ')
  await install(home, { [name]: version, ...programs[id]?.besides }, file.language === 'python')
  writeFileSync(join(home, file.place), file.code)
  sextant.upstream.next({ kind: 'answer', text: ['Hello from Sextant.'] })

  const { stdout } = await runFile('/bin/sh', ['-ec', send.code], {
    cwd: home,
    env: {
      NODE_ENV: 'production',
      PATH: `${join(process.execPath, '..')}:${searchPath}`,
      HOME: home,
      PYTHONPATH: home,
      SEXTANT_API_KEY: sextant.token,
    },
  })

  expect(stdout.trim()).toBe('Hello from Sextant.')
  const newest = async () => (await sextant.store.requests.list(sextant.teamId, { limit: 1 }))[0]?.route
  // Rows are written behind the answers.
  await expect.poll(newest).toBe(programs[id]?.route)
})
