import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedHttp } from '#lib/contracts/console/requests.ts'
import { redact } from '#lib/redact.ts'
import { cutBody, cutText, keptBytesMax } from './capture.ts'
import type { CapturedExchange, CapturedHttp } from './http-capture.ts'
import { mask, maskHeaders } from './masked-headers.ts'
import { redactBody, redactEvents } from './redact-captured.ts'

const pathLengthMax = 2048

/** Both HTTP sides of a request without secrets: keys, cookies, and addresses of private providers. */
export async function toLoggedHttp({ client, exchanges, skipped }: CapturedHttp): Promise<LoggedHttp> {
  const { method, path, requestHeaders, response } = client
  const logged: LoggedHttp['exchanges'] = []
  for (const exchange of exchanges) {
    logged.push(toLoggedExchange(exchange))
    // Scanning half a megabyte blocks requests for milliseconds.
    await nextTurn()
  }
  return {
    client: {
      method,
      path: redact(path.slice(0, pathLengthMax)),
      request_headers: maskHeaders(requestHeaders),
      response: response && { status: response.status, headers: maskHeaders(response.headers) },
    },
    exchanges: logged,
    skipped,
  }
}

function toLoggedExchange(exchange: CapturedExchange): LoggedHttp['exchanges'][number] {
  const { sent, body, status, startMs, firstMs, endMs } = exchange
  // A server may escape slashes in JSON.
  const secrets = sent.secrets.flatMap(secret => [secret, secret.replaceAll('/', String.raw`\/`)])
  return {
    attempt: exchange.attempt,
    provider: sent.providerId,
    model: redact(sent.modelId, secrets),
    method: sent.method,
    host: sent.host ?? mask,
    path: `/…${redact(sent.path, secrets)}`,
    request_headers: maskHeaders(Object.entries(sent.headers), secrets),
    request: body && { ...body, text: redactBody(body.text, body.whole, secrets) },
    response:
      status === null
        ? null
        : { status, headers: maskHeaders(exchange.headers, secrets), body: toBody(exchange, secrets) },
    start_ms: startMs,
    first_ms: firstMs,
    end_ms: endMs,
    broken: exchange.broken,
  }
}

type LoggedAnswer = NonNullable<LoggedHttp['exchanges'][number]['response']>['body']

function toBody(exchange: CapturedExchange, secrets: readonly string[]): LoggedAnswer {
  const { parts, bytes } = exchange
  const readBytes = parts.reduce((sum, [, part]) => sum + part.length, 0)
  if (isStream(exchange)) {
    const { events, whole } = toEvents(parts)
    const complete = whole && readBytes === bytes
    const text = redactEvents(JSON.stringify(events), complete, secrets)
    return { kind: 'events', text, whole: complete, bytes }
  }
  const cut = cutBody(Buffer.concat(parts.map(([, part]) => part)), keptBytesMax)
  const whole = cut.whole && readBytes === bytes
  return { kind: 'body', text: redactBody(cut.text, whole, secrets), whole, bytes }
}

function isStream({ headers }: CapturedExchange): boolean {
  const type = headers.find(([name]) => name === 'content-type')?.[1]
  return String(type).startsWith('text/event-stream')
}

const eventEnd = /\r?\n\r?\n/g

/**
 * Events with the time of their last byte. Packets end anywhere: a secret in two of them would not be found.
 */
function toEvents(parts: CapturedExchange['parts']): {
  events: readonly (readonly [number, string])[]
  whole: boolean
} {
  const decoder = new TextDecoder()
  const events: [number, string][] = []
  let available = keptBytesMax
  let pending = ''
  let lastMs = 0
  const push = (atMs: number, event: string) => {
    const { text, whole } = cutText(event, available)
    available = whole ? available - Buffer.byteLength(text) : 0
    if (text !== '') events.push([atMs, text])
  }
  for (const [atMs, part] of parts) {
    if (available <= 0) return { events, whole: false }
    pending += decoder.decode(part, { stream: true })
    lastMs = atMs
    let from = 0
    for (const { index, 0: end } of pending.matchAll(eventEnd)) {
      push(atMs, pending.slice(from, index + end.length))
      from = index + end.length
    }
    pending = pending.slice(from)
  }
  const open = pending + decoder.decode()
  if (open !== '') push(lastMs, open)
  return { events, whole: available > 0 }
}
