import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import type { Program } from './child.ts'
import { findFreePort } from './free-port.ts'
import type { ReportedProcess } from './process-report.ts'
import { supervise } from './supervise.ts'
import { createTerminal } from './terminal.ts'

const tinyServer = fileURLToPath(new URL('__fixtures__/tiny-server.ts', import.meta.url))

async function tiny(name: string, ...mood: string[]): Promise<Program> {
  const port = await findFreePort('127.0.0.1', 0)
  return {
    name,
    nodeArguments: [tinyServer, String(port), ...mood],
    environment: {},
    probe: { host: '127.0.0.1', port, path: '/', headers: {} },
    needed: name !== 'models',
    reportsListening: name === 'gateway',
    liveness: name === 'models' ? { pauseMs: 50, missesMax: 2 } : null,
  }
}

async function startAll(
  moods: { gateway?: string[] | Program; console?: string[]; models?: string[] },
  drainDeadlineMs = 5000,
) {
  const written: string[] = []
  const screen = { write: (text: string) => written.push(text) }
  const { gateway = [] } = moods
  const models = await tiny('models', ...(moods.models ?? []))
  const gatewayProgram = Array.isArray(gateway) ? await tiny('gateway', ...gateway) : gateway
  const server = supervise({
    gateway: gatewayProgram,
    console: await tiny('console', ...(moods.console ?? [])),
    models,
    beforeConsole: () => Promise.resolve(),
    terminal: createTerminal(screen, 'text', '/models'),
    drainDeadlineMs,
  })
  const modelsPort = models.probe.port
  const processes = async () => {
    const response = await fetch(`http://127.0.0.1:${gatewayProgram.probe.port}/processes`)
    return (await response.json()) as ReportedProcess[]
  }
  return {
    server,
    modelsPort,
    processes,
    log: () => written.join(''),
    [Symbol.asyncDispose]: () => server.kill(),
  }
}

test('draining stops the gateway first: open responses still need the others', async () => {
  await using all = await startAll({ gateway: ['slow-exit', '300'] })
  await all.server.ready

  await all.server.drain()

  const order = [...all.log().matchAll(/(\w+) +asked to stop/g)].map(match => match[1])
  expect(order[0]).toBe('gateway')
  expect(order.slice(1).toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    'console',
    'models',
  ])
})

test('a process that ignores SIGTERM is killed after the timeout', async () => {
  await using all = await startAll({ gateway: ['stubborn'] }, 500)
  await all.server.ready

  const startedAt = performance.now()
  await all.server.drain()

  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('a models process that cannot start does not block the API', async () => {
  await using all = await startAll({ models: ['broken'] })

  await all.server.ready

  await vi.waitFor(() => expect(all.log()).toContain('models ended (code 3)'), { timeout: 10_000 })
})

test('a models process that hangs is restarted, with a line for each step', async () => {
  await using all = await startAll({ models: ['hanging'] })
  await all.server.ready

  await expect(fetch(`http://127.0.0.1:${all.modelsPort}/hang`)).rejects.toThrow('fetch failed')

  await vi.waitFor(() => expect(all.log()).toContain('models is ready again'), { timeout: 10_000 })
  expect(all.log()).toMatch(
    /models does not respond; killing it[^]*models ended \(SIGKILL\); restarting in 0.1 s/,
  )
}, 30_000)

test('the gateway hears of all processes, with their restarts', async () => {
  await using all = await startAll({ models: ['hanging'] })
  await all.server.ready
  const running = (name: string, restarts: number) => ({ name, pid: expect.any(Number) as number, restarts })

  await expect
    .poll(all.processes)
    .toEqual([running('models', 0), running('gateway', 0), running('console', 0)])
  await fetch(`http://127.0.0.1:${all.modelsPort}/hang`).catch(() => null)
  await expect
    .poll(all.processes, { timeout: 10_000 })
    .toEqual([running('models', 1), running('gateway', 0), running('console', 0)])
}, 30_000)

test('a gateway that cannot start is tried three times, then ends the start and prints its output once', async () => {
  await using all = await startAll({ gateway: ['broken'] })

  await expect(all.server.ready).rejects.toThrow(
    'gateway ended with code 3, 3 times, before it was ready:\ncannot work',
  )

  expect(all.log()).not.toContain('cannot work')
  expect(all.log().match(/gateway ended \(code 3\); restarting/g)).toHaveLength(2)
})

test('if another server takes the gateway’s port meanwhile, the start fails, even though that server responds', async () => {
  const gateway = await tiny('gateway')
  const { port } = gateway.probe
  await using stranger = createServer((_request, response) => response.end('ready'))
  await once(stranger.listen(port, '127.0.0.1'), 'listening')
  await using all = await startAll({ gateway })

  await expect(all.server.ready).rejects.toThrow(/^gateway ended with code 1, 3 times, before it was ready:/)
})
