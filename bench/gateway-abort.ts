import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Load, percentile } from './gateway-load.ts'
import type { Target } from './gateway-targets.ts'

/** An upstream that streams forever and records when its client disconnects. */
export class EndlessUpstream implements AsyncDisposable {
  readonly #server: Server
  #left: ((at: number) => void) | null = null

  constructor() {
    this.#server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'x' }
      const choices = [{ index: 0, delta: { content: 'x' }, finish_reason: null }]
      const ticking = setInterval(
        () => response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`),
        20,
      )
      response.once('close', () => {
        clearInterval(ticking)
        this.#left?.(performance.now())
      })
    })
  }

  async listen(): Promise<number> {
    await new Promise<void>(resolve => void this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  /** Median milliseconds from a client disconnect until the upstream sees it. */
  async measureAbort(target: Target, rounds: number): Promise<number> {
    await using load = new Load(target, 1)
    const delays: number[] = []
    for (let round = 0; round < rounds; round++) {
      const leaving = new AbortController()
      const left = new Promise<number>(resolve => (this.#left = resolve))
      const call = load.call('endless', true, leaving.signal).catch(() => null)
      await new Promise(resolve => setTimeout(resolve, 150))
      const leftAt = performance.now()
      leaving.abort()
      delays.push((await left) - leftAt)
      await call
    }
    return percentile(delays, 0.5)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}
