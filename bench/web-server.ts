import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { mapSchema } from '#lib/contracts/api/map.ts'
import { freePort } from './free-port.ts'
import { articleOf } from './web-article.ts'
import { wordScore } from './word-score.ts'
import { type Measurable, startProcess } from './start-process.ts'

const scrapeWarmUp = 20
const scrapedSchema = z.object({ data: z.object({ markdown: z.string() }) })
const root = join(import.meta.dirname, '..')
// As the supervisor starts it.
const gatewayMemory = ['--max-semi-space-size=16', '--heap-growing-percent=30']

/** Results and timings of one crawl of the site. */
export const takenSchema = z.object({
  found: z.int(),
  ms: z.number(),
  cpuMs: z.number(),
  rssMegabytes: z.number(),
})
export type Taken = z.output<typeof takenSchema>

export interface WebServer extends AsyncDisposable {
  map(params: Readonly<Record<string, unknown>>): Promise<Taken>
  /** Scrapes articles one after the other; `score` is the mean F1 of their words. */
  scrape(articles: number): Promise<Taken & { readonly score: number }>
  /** Milliseconds of one chat response through the same gateway. */
  chat(): Promise<number>
}

/**
 * The gateway alone, with a page budget as large as the site; every figure is for its process.
 * @param upstreamPort port of the scripted chat provider
 */
export async function startWebServer(
  origin: string,
  upstreamPort: number,
  folder: string,
): Promise<WebServer> {
  const key = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'sextant.yaml')
  const provider = `{ id: up, kind: openai, baseUrl: "http://127.0.0.1:${upstreamPort}/v1" }`
  writeFileSync(config, `map: { pagesMax: 30000 }\nproviders: [${provider}]\n`)
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
  const all = { url: origin, limit: 30_000, timeout: 120_000 }
  return {
    map: params =>
      measure(running, async () => countLinks(await post(url, key, '/v1/map', { ...all, ...params }))),
    async scrape(articles) {
      const scores: number[] = []
      const scrapeOne = async (at: number): Promise<void> => {
        const params = { url: `${origin}/article/${at}` }
        const answer = await post(url, key, '/v1/web', { model: 'scrape', params })
        scores.push(wordScore(scrapedSchema.parse(answer).data.markdown, articleOf(at).text))
      }
      for (let at = 0; at < scrapeWarmUp; at++) await scrapeOne(at)
      scores.length = 0
      const taken = await measure(running, async () => {
        for (let at = 0; at < articles; at++) await scrapeOne(at)
        return scores.length
      })
      return { ...taken, score: scores.reduce((sum, score) => sum + score, 0) / scores.length }
    },
    async chat() {
      const startedAt = performance.now()
      const messages = [{ role: 'user', content: 'Hello' }]
      await post(url, key, '/v1/chat/completions', { model: 'up/echo', messages })
      return performance.now() - startedAt
    },
    [Symbol.asyncDispose]: async () => await running[Symbol.asyncDispose](),
  }
}

async function post(url: string, key: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return await response.json()
}

function countLinks(answer: unknown): number {
  return mapSchema.parse(answer).links.length
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
