import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { libraryStatusSchema, type LibraryStatus } from '#lib/contracts/api/library-manage.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')
// As the supervisor starts it.
const gatewayMemory = ['--max-semi-space-size=16', '--heap-growing-percent=30']

/** Sends requests to the measured program. */
export interface Asked {
  readonly url: string
  readonly key: string
}

/** The gateway alone; a scripted model without latency embeds its library. */
export async function startLibraryServer(
  upstreamPort: number,
  folder: string,
): Promise<Asked & AsyncDisposable> {
  const key = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'sextant.yaml')
  const provider = `{ id: up, kind: openai, baseUrl: "http://127.0.0.1:${upstreamPort}/v1" }`
  writeFileSync(config, `providers: [${provider}]\ndefaults: { embeddings: up/vectors-384 }\n`)
  const running = await startProcess(process.execPath, [...gatewayMemory, join(root, 'bin/gateway.ts')], {
    env: {
      PORT: String(port),
      SEXTANT_CONFIG: config,
      SEXTANT_DATA_DIR: join(folder, 'data'),
      SEXTANT_CONSOLE: 'off',
      SEXTANT_INITIAL_API_KEY: key,
    },
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  })
  return { url, key, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

/** @throws Error for everything but a 2xx */
export async function ask({ url, key }: Asked, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return await response.json()
}

/** Waits until all added items are indexed. */
export async function untilIndexed(asked: Asked, pauseMs: number): Promise<LibraryStatus> {
  for (;;) {
    const status = libraryStatusSchema.parse(await ask(asked, '/v1/library/status'))
    const { queued, failed, chunks, embedded } = status.index
    if (failed > 0) throw new Error(`${failed} items could not be indexed`)
    if (queued === 0 && embedded === chunks) return status
    await sleep(pauseMs)
  }
}
