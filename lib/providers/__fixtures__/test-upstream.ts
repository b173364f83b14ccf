import { readFileSync } from 'node:fs'
import type { UpstreamOptions, UpstreamRequest } from '#lib/providers/transport/upstream-request.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'

/** One scripted response. Each part is one read; a fault follows the last part. */
export interface Reply {
  readonly status?: number
  readonly headers?: ExchangeResponse['headers']
  readonly parts?: readonly (string | Buffer)[]
  readonly fault?: Error
}

/** A request whose body is shown as text. */
type SentRequest = Omit<UpstreamOptions, 'body'> & { readonly body?: string }

export interface TestUpstream {
  readonly request: UpstreamRequest
  readonly sent: SentRequest[]
  readonly silences: number[]
  /** How each response ended: `finish` when the connection can be reused. */
  readonly left: ('finish' | 'abort')[]
}

/** A fake upstream for tests: answers each request with the next reply and records the requests. */
export function createTestUpstream(...replies: readonly (Reply | Error)[]): TestUpstream {
  const queue = [...replies]
  const sent: SentRequest[] = []
  const silences: number[] = []
  const left: ('finish' | 'abort')[] = []
  return {
    sent,
    silences,
    left,
    request(options) {
      const { body, ...others } = options
      sent.push(body === undefined ? others : { ...others, body: body.toString() })
      const reply = queue.shift()
      if (reply === undefined) return Promise.reject(new Error('no replies left'))
      if (reply instanceof Error) return Promise.reject(reply)
      const parts = (reply.parts ?? []).map(part => (typeof part === 'string' ? Buffer.from(part) : part))
      return Promise.resolve({
        status: reply.status ?? 200,
        headers: reply.headers ?? {},
        read() {
          const part = parts.shift()
          if (part !== undefined) return Promise.resolve(part)
          return reply.fault === undefined ? Promise.resolve(null) : Promise.reject(reply.fault)
        },
        allowSilence: ms => void silences.push(ms),
        finish: () => void left.push('finish'),
        abort: () => void left.push('abort'),
      })
    },
  }
}

/** A payload next to the adapter that reads it. */
export function readFixture(folder: string, name: string): string {
  return readFileSync(new URL(`../${folder}/__fixtures__/${name}`, import.meta.url), 'utf8')
}

export const eventStream = { 'content-type': 'text/event-stream' } as const
export const plainJson = { 'content-type': 'application/json' } as const
