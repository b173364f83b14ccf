import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import type { Script } from '#e2e/support/script.ts'
import { readBody } from './read-body.ts'
import { createUpstream, type Upstream } from './upstream.ts'
import type { UpstreamOptions, UpstreamTarget } from './upstream-request.ts'

const timers = { connectMs: 1000, silenceMs: 1000, totalMs: 5000 }

function upstreamFor(
  test: { onTestFinished(clean: () => Promise<void>): void },
  allowPrivateProviders: string[] = [],
): Upstream {
  const upstream = createUpstream({ connectMs: 1000, allowPrivateProviders })
  test.onTestFinished(() => upstream.close())
  return upstream
}

function targetAt(
  port: number,
  policy: UpstreamTarget['policy'] = 'operator',
  host = '127.0.0.1',
): UpstreamTarget {
  return {
    origin: `http://${host}:${port}`,
    basePath: '/v1',
    policy,
    headers: { 'content-type': 'application/json' },
  }
}

function ask(port: number, options: Partial<UpstreamOptions> = {}): UpstreamOptions {
  return {
    target: targetAt(port),
    method: 'POST',
    path: '/chat/completions',
    body: JSON.stringify({ model: 'echo', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
    signal: new AbortController().signal,
    timers,
    ...options,
  }
}

async function scripted(...scripts: readonly Script[]) {
  const server = await startScriptedUpstream()
  server.next(...scripts)
  return server
}

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

test('responses are read completely, and connections are reused', async context => {
  const upstream = upstreamFor(context)
  await using server = await serve((request, response) => response.end(String(request.socket.remotePort)))
  const ports = new Set<string>()

  for (let count = 0; count < 10; count++) {
    const response = await upstream.request(ask(server.port))
    expect(response.status).toBe(200)
    ports.add(await readBody(response, 1000))
  }

  // A request made the moment the last one ends still finds its connection busy.
  expect(ports.size).toBeLessThanOrEqual(2)
})

test('missing headers and a silent stream end the request at their deadline', async context => {
  const upstream = upstreamFor(context)
  await using server = await scripted({ kind: 'hang', at: 'head' }, { kind: 'hang', at: 'first-event' })
  const short = { ...timers, silenceMs: 60 }
  const startedAt = performance.now()

  await expect(upstream.request(ask(server.port, { timers: short }))).rejects.toMatchObject({
    kind: 'silence',
  })
  const response = await upstream.request(ask(server.port, { timers: short }))
  await expect(response.read()).rejects.toMatchObject({ kind: 'silence' })

  expect(performance.now() - startedAt).toBeLessThan(5000)
  const seen = await server.seen(request => request.abortedAt !== null)
  expect(seen.finished).toBe(false)
})

test('every byte restarts the idle timeout, but not the total timeout', async context => {
  const upstream = upstreamFor(context)
  const comment = { text: 'keep-alive', everyMs: 20 }
  await using server = await scripted({ kind: 'hang', at: 'first-event', comment })
  const startedAt = performance.now()

  const response = await upstream.request(
    ask(server.port, { timers: { connectMs: 1000, silenceMs: 500, totalMs: 800 } }),
  )

  await expect(readBody(response, 100_000)).rejects.toMatchObject({ kind: 'total' })
  expect(performance.now() - startedAt).toBeGreaterThan(700)
})

test('the idle timeout can be changed while a response is open', async context => {
  const upstream = upstreamFor(context)
  await using server = await scripted({ kind: 'answer', text: ['a', 'b'], after: { events: 2, end: 'hang' } })
  const response = await upstream.request(
    ask(server.port, { timers: { ...timers, silenceMs: 60_000, totalMs: 60_000 } }),
  )
  await response.read()

  response.allowSilence(40)

  await expect(readBody(response, 10_000)).rejects.toMatchObject({ kind: 'silence' })
})

test('a server that never accepts is a connection fault', async context => {
  const upstream = upstreamFor(context)

  // TEST-NET-1 is unroutable; where the OS reports that at once, it is a connection fault too.
  const request = upstream.request(
    ask(80, { target: targetAt(80, 'operator', '192.0.2.1'), timers: { ...timers, connectMs: 80 } }),
  )

  await expect(request).rejects.toMatchObject({
    name: 'ExchangeFault',
    kind: expect.stringMatching(/connect|broken/) as unknown,
  })
})

test('a refused and a reset connection are broken', async context => {
  const upstream = upstreamFor(context)
  await using server = await scripted({ kind: 'answer', text: 'a b c', after: { events: 2, end: 'reset' } })

  await expect(upstream.request(ask(1))).rejects.toMatchObject({ kind: 'broken' })
  const response = await upstream.request(ask(server.port))
  await expect(readBody(response, 10_000)).rejects.toMatchObject({ kind: 'broken' })
})

test('the connection is closed at once when the client disconnects, before and after the headers', async context => {
  const upstream = upstreamFor(context)
  await using server = await scripted({ kind: 'hang', at: 'head' }, { kind: 'hang', at: 'first-event' })
  const before = new AbortController()
  const after = new AbortController()

  const pending = upstream.request(ask(server.port, { signal: before.signal }))
  await server.seen(() => true)
  const leftAt = performance.now()
  before.abort()
  await expect(pending).rejects.toMatchObject({ kind: 'aborted' })
  const response = await upstream.request(ask(server.port, { signal: after.signal }))
  const read = response.read()
  after.abort()
  await expect(read).rejects.toMatchObject({ kind: 'aborted' })

  await server.seen(request => request.abortedAt !== null && request.abortedAt - leftAt < 1000)
  await expect(upstream.request(ask(server.port, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
    kind: 'aborted',
  })
})

test('a slow reader pauses the upstream, loses nothing, and causes no idle timeout', async context => {
  const upstream = upstreamFor(context)
  let written = 0
  await using server = await serve((_, response) => {
    const write = (): void => {
      while (written < 512) {
        written++
        if (!response.write(Buffer.alloc(64 * 1024, written % 251))) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })

  const response = await upstream.request(ask(server.port, { timers: { ...timers, silenceMs: 300 } }))
  await new Promise(resolve => setTimeout(resolve, 700))
  const heldBack = written
  let sizeBytes = 0
  for (let part = await response.read(); part !== null; part = await response.read()) sizeBytes += part.length

  expect(heldBack).toBeLessThan(400)
  expect(sizeBytes).toBe(512 * 64 * 1024)
})

test('an unread rest is drained, so that the connection can be reused', async context => {
  const upstream = upstreamFor(context)
  const ports: (number | undefined)[] = []
  const given = Promise.withResolvers<void>()
  await using server = await serve((request, response) => {
    ports.push(request.socket.remotePort)
    response.write('first')
    void given.promise.then(() => response.end('rest'))
  })

  const response = await upstream.request(ask(server.port))
  await response.read()
  response.finish()
  expect(await response.read()).toBeNull()
  given.resolve()
  // There is no signal for the end of the rest: an early request gets another connection.
  const nextPort = async () => {
    await readBody(await upstream.request(ask(server.port)), 1000)
    return ports.at(-1)
  }

  await expect.poll(nextPort).toBe(ports[0])
})

test('redirects are not followed, and interim responses are skipped', async context => {
  const upstream = upstreamFor(context)
  await using server = await serve((_, response) => {
    response.writeEarlyHints({ link: '</x>; rel=preload' })
    response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
  })

  const response = await upstream.request(ask(server.port))

  expect(response.status).toBe(307)
})

test('headers over 16 KB are rejected', async context => {
  const upstream = upstreamFor(context)
  const server = createSocketServer(socket => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let index = 0; index < 100_000 && socket.writable; index++) socket.write(`x-${index}: y\r\n`)
    socket.end('\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.onTestFinished(() => void server.close())

  const request = upstream.request(ask((server.address() as AddressInfo).port))

  await expect(request).rejects.toMatchObject({ kind: 'broken' })
})

test('an address from a form reaches only public or listed addresses; one set by the operator reaches any', async context => {
  await using server = await scripted()
  const closed = upstreamFor(context)
  const listed = upstreamFor(context, ['127.0.0.0/8'])
  const statusOf = async (upstream: Upstream, target: UpstreamTarget): Promise<number> => {
    const response = await upstream.request(ask(server.port, { target }))
    response.abort()
    return response.status
  }

  await expect(statusOf(closed, targetAt(server.port, 'guarded'))).rejects.toMatchObject({ kind: 'refused' })
  await expect(statusOf(closed, targetAt(server.port, 'guarded', 'localhost'))).rejects.toMatchObject({
    kind: 'refused',
  })
  expect(await statusOf(listed, targetAt(server.port, 'guarded'))).toBe(200)
  expect(await statusOf(closed, targetAt(server.port, 'operator', 'localhost'))).toBe(200)
  expect(await statusOf(closed, targetAt(server.port, 'local'))).toBe(200)
  expect(server.requests.length).toBe(3)
})

test.each([
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '[fd00:ec2::254]',
  '[::ffff:169.254.169.254]',
])('the metadata address %s is closed even to the operator', async host => {
  const upstream = createUpstream({ connectMs: 500, allowPrivateProviders: ['0.0.0.0/0', '::/0'] })

  for (const policy of ['operator', 'guarded', 'local'] as const) {
    const target = targetAt(80, policy, host)
    await expect(upstream.request(ask(80, { target }))).rejects.toMatchObject({ kind: 'refused' })
  }
  await upstream.close()
})
