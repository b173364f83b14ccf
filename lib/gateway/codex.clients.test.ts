import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatModel, hostToken } from '#lib/models/http/__fixtures__/running-host.ts'
import { startReal } from '#lib/models/llama/__fixtures__/real-host.ts'
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
    // The program is slow to start on a busy machine.
    timers: { firstEventMs: 30_000, idleMs: 30_000, plainMs: 30_000, keepAliveMs: 30_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

interface Task {
  readonly model: string
  /** As the page Connect knows it. */
  readonly contextWindow?: number | null
  readonly sandbox?: string
  readonly task: string
}

interface Run {
  readonly stdout: string
  /** The folder in which Codex worked. */
  readonly work: string
}

async function runCodex(
  { url, token }: Pick<TestGateway, 'url' | 'token'>,
  { model, contextWindow = null, sandbox = 'danger-full-access', task }: Task,
): Promise<Run> {
  const home = mkdtempSync(join(folder, 'home-'))
  const work = join(home, 'work')
  mkdirSync(work)
  writeFileSync(join(home, 'config.toml'), configOf(url, model, contextWindow))
  const [binary = ''] = globSync('node_modules/@openai/codex-*/vendor/*/bin/codex', { cwd: folder })
  const { stdout } = await runFile(
    join(folder, binary),
    ['exec', '--skip-git-repo-check', '--sandbox', sandbox, task],
    {
      cwd: work,
      env: {
        NODE_ENV: 'production',
        HOME: home,
        CODEX_HOME: home,
        PATH: '/usr/bin:/bin',
        TERM: 'dumb',
        TZ: 'Etc/UTC',
        SEXTANT_API_KEY: token,
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

  const { stdout, work } = await runCodex(sextant, {
    model: 'scripted/echo',
    task: 'Write high into notes.txt',
  })

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

  const { stdout, work } = await runCodex(sextant, {
    model: 'scripted/echo',
    task: 'Write high into notes.txt',
  })

  expect(stdout).toContain('The patch is applied.')
  expect(sextant.upstream.requests[0]?.json?.tools).toContainEqual(
    expect.objectContaining({ function: expect.objectContaining({ name: 'apply_patch' }) as object }),
  )
  expect(readFileSync(join(work, 'notes.txt'), 'utf8')).toBe('high\n')
  const messages = sextant.upstream.requests.at(-1)?.json?.messages
  expect(messages?.at(-1)).toMatchObject({
    role: 'tool',
    content: expect.stringContaining('notes.txt') as string,
  })
})

test(
  'Codex gives a plain answer from an embedded model with the default context window',
  { timeout: 600_000 },
  async () => {
    await using host = await startReal({ contextTokens: 8192 })
    await using local = await startTestGateway({
      local: { baseUrl: `${host.origin}/v1`, token: hostToken, checkChat: () => undefined },
      // Its 3,000 tokens are read on two cores.
      timers: { firstEventMs: 500_000, idleMs: 500_000, streamMs: 500_000, keepAliveMs: 10_000 },
    })

    const { stdout } = await runCodex(local, {
      model: chatModel,
      contextWindow: 8192,
      sandbox: 'read-only',
      task: 'What is the capital of France? Answer in one word.',
    })

    expect(stdout).toContain('Paris')
    const statuses = async () => {
      const rows = await local.store.requests.list(local.teamId, { limit: 10 })
      return rows.flatMap(({ route, status }) => (route === 'responses' ? [status] : []))
    }
    await expect.poll(statuses).toEqual([200])
  },
)

/** The lines of the page Connect, with settings that keep the program offline. */
function configOf(address: string, model: string, contextWindow: number | null): string {
  const [file] = codexClient.ways[0].lines({
    address,
    model,
    contextWindow,
    readsImages: false,
    apiKey: null,
  }).setUp
  if (file.kind !== 'code') throw new Error('Connect has no file for Codex.')
  return `check_for_update_on_startup = false
${file.code}
[analytics]
enabled = false

[features]
plugins = false
`
}
