import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'vitest'
import { createProvider } from '#lib/providers/registry/create-provider.ts'
import type { Provider } from '#lib/providers/registry/provider.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'

/** A received request. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  /** Resolves when the connection is closed before the response is complete. */
  readonly left: Promise<void>
}

export type RawReply =
  | {
      readonly kind?: 'answer'
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      /** Text is sent verbatim, anything else as JSON. */
      readonly body: unknown
    }
  /** Sends nothing, not even headers. */
  | { readonly kind: 'hang' }
  /** The declared length exceeds the body, and the connection closes. */
  | { readonly kind: 'cut'; readonly body: string }

export type Answer = RawReply | ((received: Received) => RawReply)

export interface RawServer {
  readonly provider: Provider
  readonly received: readonly Received[]
}

/** A provider backed by a server with these responses; the last one repeats. */
export async function serve(
  context: TestContext,
  settings: Partial<ProviderEntry> & { readonly path?: string },
  ...answers: readonly Answer[]
): Promise<RawServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const seen = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : (JSON.parse(text) as unknown),
        left: new Promise<void>(resolve => {
          response.once('close', () => void (response.writableFinished || resolve()))
        }),
      }
      received.push(seen)
      const answer = answers[received.length - 1] ?? answers.at(-1)
      if (answer !== undefined) play(typeof answer === 'function' ? answer(seen) : answer, response)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const upstream = createUpstream({ connectMs: 5000, allowPrivateProviders: [] })
  context.onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>(resolve => void server.close(() => resolve()))
    await upstream.close()
  })
  const { path = '/v1', ...entry } = settings
  const provider = createProvider(
    {
      id: 'acme',
      kind: 'openai',
      baseUrl: `http://127.0.0.1:${port}${path}`,
      apiKey: 'the-operators-key',
      from: 'file',
      ...entry,
    },
    { request: upstream.request, fetchImage: () => Promise.reject(new Error('no images here')) },
  )
  return { provider, received }
}

function play(reply: RawReply, response: ServerResponse): void {
  if (reply.kind === 'hang') return
  if (reply.kind === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.body.length + 100 })
    response.write(reply.body, () => response.destroy())
    return
  }
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
  response.end(text)
}

/** An attempt with generous deadlines, unless the test is about time. */
export function attempt(options: Partial<AttemptOptions> = {}): AttemptOptions {
  const patientMs = 20_000
  return {
    signal: new AbortController().signal,
    timers: { connectMs: patientMs, firstEventMs: patientMs, idleMs: patientMs, totalMs: patientMs },
    ...options,
  }
}
