import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi, afterEach, beforeEach, describe } from 'vitest'
import { keepRunning, restartDelayMs, bufferStartupStderr, type Liveness } from './child.ts'
import { findFreePort } from './free-port.ts'

const tinyServer = fileURLToPath(new URL('__fixtures__/tiny-server.ts', import.meta.url))
const abandoningParent = fileURLToPath(new URL('__fixtures__/abandoning-parent.ts', import.meta.url))

async function startTiny(mood?: string, needed = true, liveness: Liveness | null = null) {
  const port = await findFreePort('127.0.0.1', 0)
  const lines: string[] = []
  const crashes: { reason: string; delayMs: number }[] = []
  const waits: string[] = []
  const ready = vi.fn<() => void>()
  const hung = vi.fn<() => void>()
  const child = keepRunning(
    {
      name: 'tiny',
      nodeArguments: [tinyServer, String(port), ...(mood === undefined ? [] : [mood])],
      environment: { TINY: 'courage' },
      probe: { host: '127.0.0.1', port, path: '/', headers: {} },
      needed,
      reportsListening: true,
      liveness,
    },
    {
      line: text => lines.push(text),
      crashed: (reason, delayMs) => crashes.push({ reason, delayMs }),
      ready,
      hung,
      waiting: reason => waits.push(reason),
    },
  )
  return {
    child,
    port,
    lines,
    crashes,
    waits,
    ready,
    hung,
    [Symbol.asyncDispose]: () => child.stop('SIGKILL'),
  }
}

test('a child gets its environment, and is ready once it responds', async () => {
  await using tiny = await startTiny()

  await tiny.child.firstReady

  expect(tiny.lines.join()).toContain('listening with courage')
})

test('a killed child is restarted and becomes ready again', async () => {
  await using tiny = await startTiny()
  await tiny.child.firstReady
  const before = tiny.child.pid() ?? 0

  process.kill(before, 'SIGKILL')
  await vi.waitUntil(() => tiny.ready.mock.calls.length === 2, { timeout: 10_000 })

  expect(tiny.child.pid()).not.toBe(before)
  expect(tiny.crashes).toEqual([{ reason: 'SIGKILL', delayMs: 100 }])
})

test('a child whose event loop hangs is killed and becomes ready again, and open requests end', async () => {
  await using tiny = await startTiny('hanging', true, { pauseMs: 50, missesMax: 2 })
  await tiny.child.firstReady

  await expect(fetch(`http://127.0.0.1:${tiny.port}/hang`)).rejects.toThrow('fetch failed')
  await vi.waitUntil(() => tiny.ready.mock.calls.length === 2, { timeout: 10_000 })

  expect(tiny.hung).toHaveBeenCalledTimes(1)
  expect(tiny.crashes).toEqual([{ reason: 'SIGKILL', delayMs: 100 }])
  expect((await fetch(`http://127.0.0.1:${tiny.port}/`)).status).toBe(200)
}, 30_000)

test('a child that is busy for shorter than the limit is not killed, nor one that is not ready', async () => {
  await using busy = await startTiny('hanging', true, { pauseMs: 50, missesMax: 4 })
  await using unready = await startTiny('unready-later', true, { pauseMs: 50, missesMax: 2 })
  await Promise.all([busy.child.firstReady, unready.child.firstReady])

  const busyFor = await fetch(`http://127.0.0.1:${busy.port}/hang?ms=3000`)
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await fetch(`http://127.0.0.1:${unready.port}/`)).status),
  )

  expect([busyFor.status, statuses.at(-1)]).toEqual([200, 503])
  expect([busy.hung, unready.hung].map(hung => hung.mock.calls.length)).toEqual([0, 0])
}, 30_000)

test('a required child that exits three times before it is ready is not restarted', async () => {
  await using tiny = await startTiny('broken')

  await expect(tiny.child.firstReady).rejects.toThrow(
    'tiny ended with code 3, 3 times, before it was ready:\ncannot work',
  )

  expect(tiny.crashes.map(crash => crash.delayMs)).toEqual([250, 500])
  expect(tiny.lines).toEqual([])
})

test('a child that nothing waits for reports its first exit at once and is restarted indefinitely', async () => {
  await using tiny = await startTiny('broken', false)

  await expect(tiny.child.firstReady).rejects.toThrow('tiny ended with code 3, before it was ready')
  await vi.waitUntil(() => tiny.crashes.length === 3, { timeout: 10_000 })

  expect(tiny.crashes.map(crash => crash.delayMs)).toEqual([250, 500, 1000])
})

test('a running child that is not ready yet reports each reason once', async () => {
  await using tiny = await startTiny('unready')

  await tiny.child.firstReady

  expect(tiny.waits).toEqual(['the disk is full'])
})

test('a stopped child is not restarted', async () => {
  await using tiny = await startTiny()
  await tiny.child.firstReady

  await tiny.child.stop('SIGTERM')

  expect(tiny.child.pid()).toBeUndefined()
  expect(tiny.crashes).toEqual([])
  expect(tiny.lines).toContain('asked to stop')
})

test('a child exits on its own when its supervisor was killed', async () => {
  const port = String(await findFreePort('127.0.0.1', 0))
  const parent = spawn(process.execPath, [abandoningParent, tinyServer, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>(resolve => {
    parent.stdout.once('data', text => resolve(Number(text)))
  })

  parent.kill('SIGKILL')

  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

test('a process forked by a child can wait for a message from that child', async () => {
  await using tiny = await startTiny('forking')

  await vi.waitUntil(() => tiny.lines.some(line => line.startsWith('grandchild')), { timeout: 10_000 })

  expect(tiny.lines).toContain('grandchild said hello')
})

test('one crash delays the restart by 100 ms, a crash loop by at most 10 s', () => {
  expect([1, 2, 3, 4, 8, 100].map(failures => restartDelayMs(failures))).toEqual([
    100, 200, 400, 800, 10_000, 10_000,
  ])
})

test('the first delay doubles with each further crash too', () => {
  expect([1, 2, 3, 6].map(failures => restartDelayMs(failures, 500))).toEqual([500, 1000, 2000, 10_000])
})

describe('startup stderr buffer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function hold() {
    const printed: string[] = []
    return { stderr: bufferStartupStderr(text => printed.push(text)), printed }
  }

  test('the reason for an exit is not printed, and can be taken once', () => {
    const { stderr, printed } = hold()

    for (let start = 1; start <= 3; start++) {
      stderr.add('no database')
      stderr.ended()
      vi.advanceTimersByTime(10_000)
    }

    expect(printed).toEqual([])
    expect(stderr.take()).toEqual(['no database'])
    expect(stderr.take()).toEqual([])
  })

  test('output of a process that keeps running is printed once, after two seconds or when it is ready', () => {
    const { stderr, printed } = hold()

    stderr.add('first')
    vi.advanceTimersByTime(2000)
    stderr.add('first')
    stderr.add('second')
    stderr.release()

    expect(printed).toEqual(['first', 'second'])
    expect(stderr.take()).toEqual([])
  })
})
