import { toApiError, toErrorBody } from '#lib/errors.ts'
import { sendError, write, type Exchange } from './exchange.ts'

/** An answer as server-sent events. Headers go out with the first of them, so that an early failure has a status. */
export interface EventStream {
  event(value: unknown): Promise<void>
  /** What the next comments say while nothing else is sent; told at once. */
  note(text: string): void
  done(): void
  /** An envelope with its status while no header is out, the last event afterwards. */
  fail(error: unknown): void
}

export function openEventStream(
  exchange: Exchange,
  options: { readonly keepAliveMs: number; readonly headers: () => Readonly<Record<string, string>> },
): EventStream {
  const { response } = exchange
  let note = 'keep-alive'

  const open = () => {
    if (response.headersSent) return
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      ...options.headers(),
    })
  }
  const comment = () => {
    if (response.writableEnded || response.destroyed) return
    open()
    response.write(`: ${note}\n\n`)
  }
  const timer = setInterval(comment, options.keepAliveMs)
  response.once('close', () => clearInterval(timer))

  return {
    async event(value) {
      open()
      note = 'keep-alive'
      timer.refresh()
      await write(exchange, `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
    },
    note(text) {
      note = text
      timer.refresh()
      comment()
    },
    done() {
      open()
      response.end()
    },
    fail(error) {
      clearInterval(timer)
      if (response.destroyed) return
      if (!response.headersSent) return sendError(exchange, error)
      response.end(`data: ${JSON.stringify(toErrorBody(toApiError(error)))}\n\n`)
    },
  }
}
