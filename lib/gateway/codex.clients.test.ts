import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codexClient } from '#lib/snippets/connect/codex-client.ts'
import { install } from './__fixtures__/client-programs.ts'
import { runFile } from './__fixtures__/run-file.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs Codex, about 400 MB, into a temporary folder.

const folder = mkdtempSync(join(tmpdir(), 'sextant-codex-'))

let sextant: TestGateway
beforeAll(async () => {
  await install(folder, { '@openai/codex': '0.169.0' })
  sextant = await startTestGateway({
    // Codex gives its patch tool to the models that it knows.
    models: [{ id: 'gpt-5.5' }],
    // The program is slow to start on a busy machine.
    timers: { firstEventMs: 30_000, idleMs: 30_000, plainMs: 30_000, keepAliveMs: 30_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  readonly stdout: string
  /** The folder in which Codex worked. */
  readonly work: string
}

async function runCodex(model: string, task: string): Promise<Run> {
  const home = mkdtempSync(join(folder, 'home-'))
  const work = join(home, 'work')
  mkdirSync(work)
  writeFileSync(join(home, 'config.toml'), configOf(sextant.url, model))
  const [binary = ''] = globSync('node_modules/@openai/codex-*/vendor/*/bin/codex', { cwd: folder })
  const { stdout } = await runFile(
    join(folder, binary),
    ['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', task],
    {
      cwd: work,
      env: {
        NODE_ENV: 'production',
        HOME: home,
        CODEX_HOME: home,
        PATH: '/usr/bin:/bin',
        TERM: 'dumb',
        TZ: 'Etc/UTC',
        SEXTANT_API_KEY: sextant.token,
      },
    },
  )
  return { stdout, work }
}

// The tests of recorded requests replay both of its requests; ids, times and the order of its metadata differ each time.
test('Codex runs a command in one session and answers', async () => {
  sextant.upstream.next(
    {
      kind: 'answer',
      reasoning: 'I write the file.',
      toolCalls: [{ name: 'exec_command', arguments: { cmd: 'echo high > notes.txt' } }],
    },
    { kind: 'answer', text: 'The file is written.' },
  )

  const { stdout, work } = await runCodex('scripted/echo', 'Write high into notes.txt')

  expect(stdout).toContain('The file is written.')
  expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('high\n')
  const sessions = async () => {
    const rows = await sextant.store.requests.list(sextant.teamId, { limit: 10 })
    return rows.flatMap(({ route, session }) => (route === 'responses' ? [session] : []))
  }
  // Rows are written behind the answers.
  await expect.poll(sessions).toHaveLength(2)
  const [session, other] = await sessions()
  expect([session, other]).toEqual([expect.stringMatching(/^[\da-f]{16}$/), session])
})

test('Codex applies a patch and answers', async () => {
  const patch = '*** Begin Patch\n*** Add File: notes.txt\n+high\n*** End Patch\n'
  sextant.upstream.next(
    { kind: 'answer', toolCalls: [{ name: 'apply_patch', arguments: { input: patch } }] },
    { kind: 'answer', text: 'The patch is applied.' },
  )

  const { stdout, work } = await runCodex('gpt-5.5', 'Write high into notes.txt')

  expect(stdout).toContain('The patch is applied.')
  expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('high\n')
  const messages = sextant.upstream.requests.at(-1)?.json?.messages
  expect(messages?.at(-1)).toMatchObject({
    role: 'tool',
    content: expect.stringContaining('notes.txt') as string,
  })
})

/** The lines of the page Connect, with settings that keep the program offline. */
function configOf(address: string, model: string): string {
  const server = { address, model, readsImages: false, apiKey: null }
  const [file] = codexClient.ways[0].lines({ ...server, contextWindow: 32_768 }).setUp
  if (file.kind !== 'code') throw new Error('Connect has no file for Codex.')
  return `check_for_update_on_startup = false
${file.code}
[analytics]
enabled = false

[features]
plugins = false
`
}
