import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { mapSchema } from '#lib/contracts/map.ts'
import { freePort } from './free-port.ts'
import { type Measurable, startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')
// As the supervisor starts it.
const gatewayMemory = ['--max-semi-space-size=16', '--heap-growing-percent=30']

/** What one way over the site found and took. */
export const takenSchema = z.object({
  found: z.int(),
  ms: z.number(),
  cpuMs: z.number(),
  rssMegabytes: z.number(),
})
export type Taken = z.output<typeof takenSchema>

export interface WebProduct extends AsyncDisposable {
  map(params: Readonly<Record<string, unknown>>): Promise<Taken>
}

/** The gateway alone, with a page budget as large as the site; every figure is of its process. */
export async function startWebProduct(origin: string, folder: string): Promise<WebProduct> {
  const key = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'sextant.yaml')
  writeFileSync(config, 'map: { pagesMax: 30000 }\n')
  const running = await startProcess(process.execPath, [...gatewayMemory, join(root, 'bin/gateway.ts')], {
    env: {
      PORT: String(port),
      SEXTANT_CONFIG: config,
      SEXTANT_DATA_DIR: join(folder, 'data'),
      SEXTANT_CONSOLE: 'off',
      SEXTANT_INITIAL_API_KEY: key,
      ALLOW_PRIVATE_HOSTS: new URL(origin).host,
    },
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  })
  return {
    map: params =>
      measure(running, () => ask(url, key, { url: origin, limit: 30_000, timeout: 120_000, ...params })),
    [Symbol.asyncDispose]: async () => await running[Symbol.asyncDispose](),
  }
}

async function ask(url: string, key: string, body: Readonly<Record<string, unknown>>): Promise<number> {
  const response = await fetch(`${url}/v1/map`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`/v1/map answered ${response.status}: ${await response.text()}`)
  return mapSchema.parse(await response.json()).links.length
}

async function measure(running: Measurable, work: () => Promise<number>): Promise<Taken> {
  let rssMegabytes = running.rssMegabytes()
  const watch = setInterval(() => (rssMegabytes = Math.max(rssMegabytes, running.rssMegabytes())), 100)
  const cpuBefore = running.cpuSeconds()
  const startedAt = performance.now()
  try {
    const found = await work()
    const cpuMs = (running.cpuSeconds() - cpuBefore) * 1000
    return { found, ms: performance.now() - startedAt, cpuMs, rssMegabytes }
  } finally {
    clearInterval(watch)
  }
}
