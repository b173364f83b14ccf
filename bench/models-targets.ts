import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { startProcess } from './start-process.ts'

export interface Speed {
  readonly tokensPerSecond: number
  readonly firstMs: number
  readonly count: number
}

export interface Speaker extends AsyncDisposable {
  /** Asks a question and measures the answer of exactly so many tokens. */
  measure(question: string, tokens: number): Promise<Speed>
}

const root = join(import.meta.dirname, '..')
const model = 'qwen2.5-coder-0.5b-instruct'
const modelsDir = process.env['MODELS_DIR'] ?? join(homedir(), '.cache/sextant/models')
const key = randomBytes(24).toString('hex')
const speedSchema = z.object({ tokensPerSecond: z.number(), firstMs: z.number(), count: z.int() })
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }) })),
})

/** Gateway and models process as the supervisor starts them, asked over the public port with a key. */
export async function startProduct(folder: string): Promise<Speaker> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = await startProcess(process.execPath, [join(root, 'bin/start.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      SEXTANT_DATA_DIR: join(folder, 'data'),
      SEXTANT_CONSOLE: 'off',
      SEXTANT_INITIAL_API_KEY: key,
      MODELS_DIR: modelsDir,
      MODEL_SOURCES: 'file',
    },
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  })
  return {
    measure: async (question, tokens) => await measureStream(url, question, tokens),
    [Symbol.asyncDispose]: async () => await running[Symbol.asyncDispose](),
  }
}

/** The same model in a process of its own that does nothing else. */
export async function startDirect(): Promise<Speaker> {
  const path = join(modelsDir, model, `${model}-q4_k_m.gguf`)
  const child = spawn(process.execPath, [join(root, 'bench/models-direct.ts'), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  return {
    async measure(question, tokens) {
      child.stdin.write(`${JSON.stringify({ question, tokens })}\n`)
      const { value } = await lines.next()
      return speedSchema.parse(JSON.parse(String(value)))
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function measureStream(url: string, question: string, tokens: number): Promise<Speed> {
  const startMs = performance.now()
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: `local/${model}`,
      messages: [{ role: 'user', content: question }],
      temperature: 0,
      // A seeded call reads its whole prompt, as the peer does.
      seed: 1,
      max_tokens: tokens,
      stream: true,
    }),
  })
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`)
  const reads: { text: string; atMs: number }[] = []
  for await (const text of response.body.pipeThrough(new TextDecoderStream()))
    reads.push({ text, atMs: performance.now() })
  const arrivals = toArrivals(reads)
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)]
  return {
    tokensPerSecond: ((arrivals.length - 1) * 1000) / (last - first),
    firstMs: first - startMs,
    count: arrivals.length,
  }
}

/** Read after the clock has stopped: the instrument's own work would take the engine's cores from it. */
function toArrivals(reads: readonly { readonly text: string; readonly atMs: number }[]): number[] {
  const arrivals: number[] = []
  let rest = ''
  for (const { text, atMs } of reads) {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    arrivals.push(...events.filter(isContent).map(() => atMs))
  }
  return arrivals
}

function isContent(event: string): boolean {
  if (!event.startsWith('data: {')) return false
  const chunk = chunkSchema.safeParse(JSON.parse(event.slice('data: '.length)))
  return chunk.success && (chunk.data.choices[0]?.delta.content ?? '') !== ''
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
