import { Pool } from 'undici'
import type { Target } from './gateway-targets.ts'

/** Timings of one request. */
export interface Timing {
  readonly firstMs: number
  readonly totalMs: number
  /** The longest time between two pieces of the answer. */
  readonly pauseMs: number
  readonly text: string
}

/** Sends requests through one target over persistent connections. */
export class Load implements AsyncDisposable {
  readonly #target: Target
  readonly #pool: Pool

  constructor(target: Target, connections: number) {
    this.#target = target
    this.#pool = new Pool(target.url, {
      connections,
      pipelining: 1,
      headersTimeout: 60_000,
      bodyTimeout: 60_000,
    })
  }

  async call(upstreamModel: string, stream: boolean, signal?: AbortSignal): Promise<Timing> {
    const system = 'Answer briefly.'
    const question = { role: 'user', content: 'Why is the sky blue?' }
    if (this.#target.apiFormat === 'messages') {
      const fields = { stream, max_tokens: 1000, system, messages: [question] }
      return await this.post('/v1/messages', upstreamModel, fields, signal)
    }
    if (this.#target.apiFormat === 'responses') {
      const fields = { stream, max_output_tokens: 1000, instructions: system, input: question.content }
      return await this.post('/v1/responses', upstreamModel, fields, signal)
    }
    const messages = [{ role: 'system', content: system }, question]
    return await this.post('/v1/chat/completions', upstreamModel, { stream, messages }, signal)
  }

  /** A request with the target's name of the model. */
  async post(
    path: string,
    upstreamModel: string,
    fields: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<Timing> {
    const startedAt = performance.now()
    const { statusCode, body } = await this.#pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...this.#target.headers },
      body: JSON.stringify({ model: this.#target.modelId(upstreamModel), ...fields }),
      ...(signal && { signal }),
    })
    let firstMs = 0
    let lastMs = 0
    let pauseMs = 0
    let text = ''
    for await (const part of body as AsyncIterable<Buffer>) {
      const nowMs = performance.now() - startedAt
      if (firstMs === 0) firstMs = nowMs
      else pauseMs = Math.max(pauseMs, nowMs - lastMs)
      lastMs = nowMs
      text += part.toString('latin1')
    }
    if (statusCode !== 200)
      throw new Error(`${this.#target.name} answered ${statusCode}: ${text.slice(0, 300)}`)
    return { firstMs, totalMs: performance.now() - startedAt, pauseMs, text }
  }

  /** Runs the requests with the given concurrency. */
  async many(count: number, atATime: number, call: (load: Load) => Promise<Timing>): Promise<Timing[]> {
    const timings: Timing[] = []
    let left = count
    const work = async (): Promise<void> => {
      while (left-- > 0) timings.push(await call(this))
    }
    await Promise.all(Array.from({ length: atATime }, work))
    return timings
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy()
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
