import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { type EmbeddedServer, modelsDir, startEmbeddedServer } from './embedded-server.ts'

export interface Speed {
  readonly tokensPerSecond: number
  readonly firstMs: number
  readonly count: number
}

export interface Speaker extends AsyncDisposable {
  /** Sends a prompt and measures a response of exactly this many tokens. */
  measure(question: string, tokens: number): Promise<Speed>
}

const root = join(import.meta.dirname, '..')
const model = 'qwen2.5-coder-0.5b-instruct'
const speedSchema = z.object({ tokensPerSecond: z.number(), firstMs: z.number(), count: z.int() })
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }) })),
})

/** The whole server over its public port. */
export async function startServer(folder: string): Promise<Speaker> {
  const server = await startEmbeddedServer(folder)
  return {
    measure: async (question, tokens) => await measureStream(server, question, tokens),
    [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose](),
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

async function measureStream(server: EmbeddedServer, question: string, tokens: number): Promise<Speed> {
  const startMs = performance.now()
  const response = await server.ask('/v1/chat/completions', {
    model: `local/${model}`,
    messages: [{ role: 'user', content: question }],
    temperature: 0,
    // A seeded call reads its whole prompt, as the peer does.
    seed: 1,
    max_tokens: tokens,
    stream: true,
  })
  if (response.body === null) throw new Error('The response has no body.')
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

/** Parsed after the measurement, because parsing would take CPU from the engine. */
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
