import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { childPid, isRunning } from './support/child-pid.ts'
import { StartFailure, launchServer } from './support/launch-server.ts'
import type { LaunchedServer, LaunchOptions } from './support/launch-server.ts'
import { startScriptedUpstream } from './support/scripted-upstream.ts'

// No weights are downloaded, because these tests call no embedded model.
const offline = { MODEL_SOURCES: 'file' }
const launch = (options: LaunchOptions = {}) =>
  launchServer({ ...options, environment: { ...offline, ...options.environment } })

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'sextant-start-'))

async function failureOf(start: Promise<LaunchedServer>): Promise<StartFailure> {
  try {
    await using _unexpected = await start
  } catch (error) {
    if (error instanceof StartFailure) return error
    throw error
  }
  throw new Error('The start succeeded')
}

function readLock(dataDir: string): { pid: number; port: number; consolePort: number; modelsPort: number } {
  return JSON.parse(readFileSync(path.join(dataDir, 'sextant.lock'), 'utf8'))
}

test.describe('starting', () => {
  test('bound to the IPv6 loopback, the playgrounds reach the API', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap(each => each ?? [])
    test.skip(!addresses.some(({ address }) => address === '::1'), 'This machine has no IPv6 loopback.')
    await using server = await launch({ environment: { HOST: '::1' } })

    // `localhost` may be the other loopback.
    const models = await fetch(`http://[::1]:${new URL(server.url).port}/api/run/v1/models`)

    expect(models.status).toBe(200)
    expect(await models.json()).toMatchObject({ object: 'list' })
  })

  test('a PORT in use fails the start, and no URL is printed', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => void blocker.once('listening', resolve))
    const address = blocker.address()
    const taken = typeof address === 'object' && address ? address.port : 0

    const failure = await failureOf(launch({ environment: { PORT: String(taken) } }))

    blocker.close()
    expect(failure.code).toBe(1)
    expect(failure.output).toContain(`Port ${taken} (PORT) is in use by another program.`)
    expect(failure.output).not.toContain('http:')
  })

  test('the lock of a killed supervisor is taken over, and its processes are gone', async () => {
    const dataDir = newFolder()
    const killed = await launch({ dataDir })
    const orphans = (['gateway', 'console', 'models'] as const).map(name => childPid(killed.pid, name))

    await killed.stop('SIGKILL')
    await using next = await launch({ dataDir })

    expect(readLock(dataDir).pid).toBe(next.pid)
    await expect.poll(() => orphans.filter(isRunning)).toEqual([])
  })

  test('a mistake in sextant.yaml stops the start with line and reason', async () => {
    const failure = await failureOf(launch({ configuration: 'providers:\n  - { id: mine, kind: opnai }\n' }))

    expect(failure.code).toBe(1)
    expect(failure.output).toMatch(/sextant\.yaml:2\b.*kind/s)
    expect(failure.output).not.toContain('    at ')
  })

  test('unreadable secrets stop the start, and stay unchanged', async () => {
    const dataDir = newFolder()
    const file = path.join(dataDir, 'secrets.json')
    writeFileSync(file, '{"authSecret":')

    const failure = await failureOf(launch({ dataDir }))

    expect(failure.code).toBe(1)
    expect(failure.output).toMatch(/secrets\.json is damaged/)
    expect(readFileSync(file, 'utf8')).toBe('{"authSecret":')
  })

  test('a database that cannot be opened ends the start, and prints the reason once', async () => {
    const places = [
      { reason: 'sextant.db cannot be opened: file is not a database', environment: {} },
      { reason: 'ECONNREFUSED', environment: { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/none' } },
    ]

    const failures = await Promise.all(
      places.map(async ({ reason, environment }) => {
        const dataDir = newFolder()
        writeFileSync(path.join(dataDir, 'sextant.db'), 'x'.repeat(5000))
        const started = launch({ dataDir, environment: { SEXTANT_CONSOLE: 'off', ...environment } })
        return { reason, failure: await failureOf(started) }
      }),
    )

    for (const { reason, failure } of failures) {
      expect(failure.code).toBe(1)
      expect(failure.output.split(reason)).toHaveLength(2)
      expect(failure.output).toContain('gateway ended with code 1, 3 times, before it was ready:\n')
      expect(failure.output).not.toContain('hidden')
    }
  })

  test('a network address is rejected: open mode has no sign-in', async () => {
    const failure = await failureOf(launch({ environment: { HOST: '0.0.0.0' } }))

    expect(failure.code).toBe(1)
    expect(failure.output).toContain('HOST')
  })
})

test.describe('while it runs', () => {
  let server: LaunchedServer
  test.beforeAll(async () => {
    server = await launch()
  })
  test.afterAll(async () => void (await server.stop()))

  test('API and pages are served at the printed URL', async () => {
    // The duration is only reported: a limit would fail on a busy machine.
    test.info().annotations.push({ type: 'start', description: `${Math.round(server.startMs)} ms` })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const page = await fetch(`${server.url}/chat`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
  })

  test('a second start on the same data folder fails with the first one’s pid and does not affect it', async () => {
    const second = await failureOf(launch({ dataDir: server.dataDir }))

    expect(second.code).toBe(1)
    expect(second.output).toContain(`process ${server.pid}`)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('console and models accept only the gateway', async () => {
    const { consolePort, modelsPort } = readLock(server.dataDir)

    for (const port of [consolePort, modelsPort]) {
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(401)
      const guessed = { headers: { 'x-sextant-internal': 'guessed' } }
      expect((await fetch(`http://127.0.0.1:${port}/`, guessed)).status).toBe(401)
    }
    expect(statSync(path.join(server.dataDir, 'sextant.lock')).mode & 0o777).toBe(0o600)
  })

  test('while the console is down its pages say so, in the requested format', async () => {
    process.kill(childPid(server.pid, 'console'), 'SIGKILL')

    const page = await fetch(`${server.url}/chat`, { headers: { accept: 'text/html' } })
    const envelope = await fetch(`${server.url}/api/models`, { headers: { accept: 'application/json' } })
    const ready = await fetch(`${server.url}/readyz`)
    const consoleReady = await fetch(`${server.url}/readyz?part=console`)

    expect([ready.status, consoleReady.status]).toEqual([200, 503])
    await expect.poll(async () => (await fetch(`${server.url}/readyz?part=console`)).status).toBe(200)
    expect(page.status).toBe(502)
    expect(await page.text()).toContain('<html')
    expect(envelope.status).toBe(502)
    expect(Object.keys((await envelope.json()).error)).toEqual(['message', 'type', 'param', 'code'])
  })
})

test.describe('stopping', () => {
  test('SIGTERM lets an open response finish, then exits with 0 and leaves no lock', async () => {
    await using upstream = await startScriptedUpstream()
    const dataDir = newFolder()
    const server = await launch({
      dataDir,
      configuration: `providers: [{ id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }]`,
    })
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'scripted/chunks-10-100',
        stream: true,
        messages: [{ role: 'user', content: 'Hello' }],
      }),
    })
    expect(answer.status).toBe(200)

    const stopped = server.stop('SIGTERM')
    const text = await answer.text()

    expect(text).toContain('word9')
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
    expect(await stopped).toBe(0)
    expect(existsSync(path.join(dataDir, 'sextant.lock'))).toBe(false)
  })

  test('a second Ctrl-C stops at once', async () => {
    await using upstream = await startScriptedUpstream()
    const server = await launch({
      configuration: `providers: [{ id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }]`,
    })
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'scripted/chunks-1000-100',
        stream: true,
        messages: [{ role: 'user', content: 'Hello' }],
      }),
    })
    const read = answer.text().catch(() => 'cut')

    let code: number | null | undefined
    const press = () => void server.stop('SIGINT').then(ended => (code = ended))
    press()
    await expect.poll(() => server.output()).toContain('Stopping')
    // Signals in quick succession count as one key press; the open response would delay a graceful stop by 25 s.
    const pressAgain = () => {
      press()
      return code
    }
    await expect.poll(pressAgain, { timeout: 15_000, intervals: [200] }).toBe(1)

    await read
  })
})
