import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddingsBody } from './embeddings-mock.ts'
import { namedScript } from './named-scripts.ts'
import { play } from './play-script.ts'
import type { RerankBody } from './rerank-adapter.ts'
import type { Script } from './script.ts'

// Bounds memory in load tests.
const recordedMax = 10_000

/** A request to the upstream, and how the client ended it. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
  /** The body as JSON; null if it is not JSON. */
  readonly json: ScriptedBody | null
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Time of a client disconnect before the response was complete; else null. */
  abortedAt: number | null
  /** Whether the whole answer was written. */
  finished: boolean
}

/** The fields of a chat request that scripts read. */
export interface ChatBody {
  readonly model?: string
  readonly stream?: boolean
  readonly n?: number | null
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages?: readonly { readonly role: string; readonly content?: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: unknown } }[]
}

/** Fields of any request; which ones exist depends on the path. */
export type ScriptedBody = ChatBody & EmbeddingsBody & RerankBody

export interface ScriptedUpstream extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/v1`, the base URL to configure as a provider. */
  readonly baseUrl: string
  readonly port: number
  /** The last ten thousand, without those for the list of models, which the gateway sends at its own times. */
  readonly requests: readonly RecordedRequest[]
  /** Scripts for the next requests, one each, before any script by name. */
  next(...scripts: readonly Script[]): void
  /** From now on only these keys are accepted, as by a real provider; null: any key, or none. */
  accept(keys: readonly string[] | null): void
  /** The script of every request for this model. */
  on(model: string, script: Script): void
  /** Resolves with the first recorded request that fits; polls, and fails after `timeoutMs`. */
  seen(fits: (request: RecordedRequest) => boolean, timeoutMs?: number): Promise<RecordedRequest>
  /** Forgets requests and scripts. */
  reset(): void
  close(): Promise<void>
}

/**
 * A scripted OpenAI-compatible server: per request by `next`, per model by `on`, and for any other model by
 * its name (see `named-scripts.ts`: `echo`, `chunks-200`, `error-503`, `hang-head`, `cut-3` …).
 *
 * @example
 *   await using upstream = await startScriptedUpstream()
 *   upstream.next({ kind: 'error', status: 503 }, { kind: 'answer', text: 'hello' })
 *   // sextant.yaml: providers: [{ id: scripted, kind: openai, baseUrl: <upstream.baseUrl> }] → model scripted/echo
 */
export async function startScriptedUpstream(options: { port?: number } = {}): Promise<ScriptedUpstream> {
  const requests: RecordedRequest[] = []
  const queue: Script[] = []
  const byModel = new Map<string, Script>()
  let accepted: readonly string[] | null = null

  const server = createServer((request, response) => {
    void receive(request, response)
  })
  // Dead sockets end by the test's own abort, never by a limit of this server.
  Object.assign(server, { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 60_000 })

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await record(request, response)
    if (recorded === null) return
    const listing = recorded.path === '/v1/models'
    if (!listing) requests.push(recorded)
    if (requests.length > recordedMax) requests.shift()
    const key = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (accepted !== null && !accepted.includes(key)) return play(wrongKey(key), {}, response)
    if (listing) return listModels(response, [...byModel.keys()])
    const model = recorded.json?.model ?? 'echo'
    const script = queue.shift() ?? byModel.get(model) ?? namedScript(model, recorded.path)
    await play(script, recorded.json ?? {}, response, recorded.path)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  async function close(): Promise<void> {
    const closed = new Promise<void>(resolve => void server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    next: (...scripts) => void queue.push(...scripts),
    accept: keys => {
      accepted = keys
    },
    on: (model, script) => void byModel.set(model, script),
    async seen(fits, timeoutMs = 5000) {
      const deadline = performance.now() + timeoutMs
      while (performance.now() < deadline) {
        const found = requests.find(fits)
        if (found !== undefined) return found
        await sleep(5)
      }
      throw new Error(
        `No matching request within ${timeoutMs} ms; got ${requests.map(each => each.path).join(', ')}`,
      )
    },
    reset() {
      requests.length = 0
      queue.length = 0
      byModel.clear()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** In a provider's error format, which echoes the key. */
function wrongKey(key: string): Script {
  const error = {
    message: `Incorrect API key provided: ${key}.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }
  return { kind: 'error', status: 401, body: { error } }
}

async function record(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest | null> {
  const startedAt = performance.now()
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
  } catch (error) {
    // The client disconnected while sending: nothing to answer or record.
    if (request.destroyed) return null
    throw error
  }
  const body = Buffer.concat(parts)
  const recorded: RecordedRequest = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: request.headers,
    body,
    json: readJson(body),
    startedAt,
    abortedAt: null,
    finished: false,
  }
  response.once('finish', () => {
    recorded.finished = true
  })
  response.once('close', () => {
    if (!recorded.finished) recorded.abortedAt = performance.now()
  })
  return recorded
}

function readJson(body: Buffer): ScriptedBody | null {
  try {
    return JSON.parse(body.toString()) as ScriptedBody
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function listModels(response: ServerResponse, models: readonly string[]): void {
  const data = ['echo', ...models].map(id => ({ id, object: 'model', created: 0, owned_by: 'scripted' }))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data }))
}

// As a program it is a separate process, so that a benchmark can separate its CPU time from the gateway's.
if (import.meta.main) {
  const { baseUrl } = await startScriptedUpstream({ port: Number(process.argv[2] ?? 0) })
  const parent = process.ppid
  // It must exit by itself when its parent process has died.
  setInterval(() => process.ppid !== parent && process.exit(), 500)
  process.stdout.write(`${JSON.stringify({ baseUrl, pid: process.pid })}\n`)
}
