import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { makeApiKey } from '#lib/store/keys/api-key.ts'
import { findFreePort } from '#lib/supervisor/free-port.ts'

test('an initial key with an invalid checksum ends the start at once and is not printed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-start-'))
  const token = 'sxt_4fQ9zLmT2bWxR7sKc1VnYd8HgJp0Ae3uBqXi'
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', SEXTANT_DATA_DIR: dataDir, PORT: '0', SEXTANT_INITIAL_API_KEY: token },
    timeout: 60_000,
  })

  expect(stderr).toContain('SEXTANT_INITIAL_API_KEY begins with sxt_ but its checksum is wrong')
  expect([status, stdout, readdirSync(dataDir)]).toEqual([1, '', []])
  expect(stderr).not.toContain(token)
  rmSync(dataDir, { recursive: true, force: true })
})

test.for(['127.0.0.1', '0.0.0.0', '::1', '::'])(
  'a PORT that another program uses on %s ends the start, which names port and variable and prints no address',
  async (taken, context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sextant-start-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const blocker = createServer().listen({ host: taken, port: 0, ipv6Only: taken === '::' })
    onTestFinished(() => void blocker.close())
    await once(blocker, 'listening').catch(() => context.skip('no IPv6 here'))
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0

    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts')], {
      encoding: 'utf8',
      env: { NODE_ENV: 'production', SEXTANT_DATA_DIR: dataDir, PORT: String(port) },
      timeout: 20_000,
    })

    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(
        `^Port ${port} \\(PORT\\) is in use by another program\\. Stop that program, or set PORT [^\n]+\n$`,
      ),
    )
    expect(readdirSync(dataDir)).not.toContain('sextant.lock')
  },
)

describe('a stop', () => {
  const messages = [{ role: 'user', content: 'hello' }]

  test('by SIGTERM to every process of the service drains open responses', { timeout: 60_000 }, async () => {
    await using server = await startServer({ drainMs: 20_000 })
    const streamed = await server.chat({ model: 'scripted/chunks-20-100', messages, stream: true })
    const processes = server.processes()
    expect(processes.length).toBeGreaterThan(2)
    for (const pid of processes) send(pid, 'SIGTERM')

    expect(await streamed.text()).toMatch(/data: \[DONE\]\n\n$/)
    expect(await server.exited).toBe(0)
    expect(server.log()).not.toMatch(/ended \(/)
  })

  test(
    'waits for DRAIN_DELAY_MS in addition to `drainMs`, then ends open responses with an error',
    { timeout: 60_000 },
    async () => {
      await using server = await startServer({ drainMs: 500, drainDelayMs: 6000 })
      const streamed = await server.chat({ model: 'scripted/chunks-1000-50', messages, stream: true })
      process.kill(server.pid, 'SIGTERM')

      expect(await streamed.text()).toContain('"code":"server_shutdown"')
      expect(await server.exited).toBe(0)
    },
  )

  test('is not caused by SIGHUP', { timeout: 60_000 }, async () => {
    await using server = await startServer({ drainMs: 20_000 })
    for (const pid of server.processes()) send(pid, 'SIGHUP')
    await vi.waitUntil(() => server.log().includes('Ignored SIGHUP'), { timeout: 10_000 })

    expect((await server.chat({ model: 'scripted/echo', messages })).status).toBe(200)
    expect(server.log()).not.toMatch(/ended \(/)
  })
})

interface StopSettings {
  readonly drainMs: number
  readonly drainDelayMs?: number
}

/** `npm start` without a console, in front of a scripted upstream. */
async function startServer({ drainMs, drainDelayMs = 0 }: StopSettings) {
  const upstream = await startScriptedUpstream()
  const folder = mkdtempSync(join(tmpdir(), 'sextant-start-'))
  const port = await findFreePort('127.0.0.1', 0)
  const token = makeApiKey()
  writeFileSync(
    join(folder, 'sextant.yaml'),
    `providers: [{ id: scripted, kind: openai, baseUrl: '${upstream.baseUrl}' }]\ntimers: { drainMs: ${drainMs} }\n`,
  )
  const started = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      SEXTANT_CONFIG: join(folder, 'sextant.yaml'),
      SEXTANT_DATA_DIR: folder,
      SEXTANT_CONSOLE: 'off',
      SEXTANT_INITIAL_API_KEY: token,
      MODEL_SOURCES: 'file',
      DRAIN_DELAY_MS: String(drainDelayMs),
      PORT: String(port),
    },
  })
  const written: string[] = []
  started.stdout.on('data', text => written.push(String(text)))
  const exited = once(started, 'exit').then(([code]) => code as number | null)
  const log = () => written.join('')
  await vi.waitUntil(() => log().includes('Sextant is ready'), { timeout: 30_000 })
  const pid = started.pid ?? 0
  return {
    pid,
    exited,
    log,
    processes: () => [pid, ...childrenOf(pid)],
    chat: (body: object) =>
      fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      started.kill('SIGKILL')
      await exited
      await upstream.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function childrenOf(pid: number): number[] {
  const children = readChildren(pid).split(' ').filter(Boolean).map(Number)
  return children.flatMap(child => [child, ...childrenOf(child)])
}

/** Programs that the server starts for a moment may have ended since they were listed. */
function readChildren(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch (error) {
    if (hasEnded(error)) return ''
    throw error
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasEnded(error)) throw error
  }
}

function hasEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
}
