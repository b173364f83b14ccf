import type { IncomingHttpHeaders } from 'node:http'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'

/** How the stream of an API format is written. */
export interface EventFormat {
  print(events: readonly unknown[]): string
  readonly keepAlive: string
  /** After the last event; empty: nothing. */
  readonly end: string
  /** The last event of a stream that failed. */
  fail(body: object): string
}

const chat: EventFormat = {
  print(events) {
    let text = ''
    for (const event of events) text += `data: ${JSON.stringify(event)}\n\n`
    return text
  },
  keepAlive: ': keep-alive\n\n',
  end: 'data: [DONE]\n\n',
  fail: body => `data: ${JSON.stringify(body)}\n\n`,
}

// Anthropic's SDKs ignore events without a name.
const messages: EventFormat = {
  print: printNamed,
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
  end: '',
  fail: failNamed,
}

const responses: EventFormat = { ...chat, print: printNamed, fail: failNamed }

/** How requests and responses of an API format differ in HTTP. */
export interface HttpFormat {
  readonly events: EventFormat
  /** Whether the key may be in the header `x-api-key`. */
  readonly readsApiKeyHeader: boolean
  /** Whether the operation gets the bytes of the body, because some providers do. */
  readonly forwardsBytes: boolean
  /** A header with the ID of the request beside `x-request-id`; null: none. */
  readonly requestIdHeader: string | null
}

const httpFormats: Readonly<Record<ApiFormat, HttpFormat>> = {
  chat: { events: chat, readsApiKeyHeader: false, forwardsBytes: false, requestIdHeader: null },
  messages: {
    events: messages,
    readsApiKeyHeader: true,
    forwardsBytes: true,
    requestIdHeader: 'request-id',
  },
  responses: { events: responses, readsApiKeyHeader: false, forwardsBytes: true, requestIdHeader: null },
}

/** Of a contract or a request; operations that only one format has are those of `chat`. */
export function httpFormatOf({ apiFormat }: { readonly apiFormat?: ApiFormat | null }): HttpFormat {
  return httpFormats[apiFormat ?? 'chat']
}

/** Whether a client of the Messages API sent it, for paths that several APIs have. */
export function isOfMessagesClient(headers: IncomingHttpHeaders): boolean {
  const sendsItsKey = Boolean(headers['x-api-key']) && headers.authorization === undefined
  return headers['anthropic-version'] !== undefined || sendsItsKey
}

function printNamed(events: readonly unknown[]): string {
  let text = ''
  for (const event of events) text += `event: ${nameOf(event)}\ndata: ${JSON.stringify(event)}\n\n`
  return text
}

function failNamed(body: object): string {
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`
}

function nameOf(event: unknown): string {
  return typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : 'message'
}
