import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, toApiError } from '#lib/errors.ts'
import { requestId } from './request-id.ts'
import { sendError } from './send.ts'
import { internalHeader } from '#lib/internal-token.ts'
import { clientAddress } from './client-address.ts'
import { createCompressedFiles } from './compressed-files.ts'

export interface ConsoleProxy {
  forward(incoming: IncomingMessage, outgoing: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Resolves when the console responds. */
  ping(): Promise<void>
}

const pingMsMax = 5_000

/** Proxies non-API requests to the console process, streaming in both directions. */
export function createConsoleProxy(settings: ConsoleProxySettings): ConsoleProxy {
  const agent = new Agent({ keepAlive: true })
  const host = '127.0.0.1'
  const compressed = createCompressedFiles()

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!opensShare.test(pathOf(incoming))) return pass(incoming, outgoing)
    const admitted = settings.admitShareOpening(clientAddress(incoming, settings.trustedProxies))
    admitted.then(
      () => void (outgoing.destroyed || pass(incoming, outgoing)),
      (error: unknown) => sendShareRefusal(incoming, outgoing, toApiError(error)),
    )
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (compressed.send(incoming, outgoing)) return
    const headers = forwardedHeaders(incoming, settings)
    const { method, url: path } = incoming
    const outbound = request({ host, port: settings.port, agent, method, path, headers }, answer => {
      const answered = answeredHeaders(answer)
      if (compressed.compress(incoming, { message: answer, headers: answered }, outgoing)) return
      outgoing.writeHead(answer.statusCode ?? 502, answered)
      // A truncated page must not look complete.
      answer.once('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    outbound.on('error', () => {
      if (outgoing.headersSent) return void outgoing.destroy()
      sendConsoleUnavailable(incoming, outgoing)
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) outbound.destroy()
    })
    incoming.pipe(outbound)
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const headers = forwardedHeaders(incoming, settings, true)
    const { method, url: path } = incoming
    const outbound = request({ host, port: settings.port, method, path, headers, agent: false })
    socket.on('error', () => outbound.destroy())
    outbound.on('error', () => socket.destroy())
    outbound.on('response', answer => {
      // The console declined the upgrade: pass on its response.
      socket.write(headOf(answer))
      answer.pipe(socket)
    })
    outbound.on('upgrade', (answer, upstream, upstreamHead) => {
      socket.write(headOf(answer, true))
      if (upstreamHead.length > 0) socket.write(upstreamHead)
      if (head.length > 0) upstream.write(head)
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
      upstream.pipe(socket).pipe(upstream)
    })
    outbound.end()
  }

  function ping(): Promise<void> {
    const headers = { [internalHeader]: settings.internalToken }
    return new Promise((resolve, reject) => {
      const outbound = request({ host, port: settings.port, agent, path: '/healthz', headers }, answer => {
        answer.resume()
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`the console answered ${answer.statusCode}`))
      })
      outbound.setTimeout(pingMsMax, () => outbound.destroy())
      outbound.on('error', reject)
      outbound.end()
    })
  }

  return { forward, upgrade, ping }
}

// The page of a shared request, and the request of the playground that opens it.
const opensShare = /^\/(?:s\/|api\/shares\/.+\/open\/?$)/

/** As the console reads it: decoded, and without dot segments. */
function pathOf({ url = '' }: IncomingMessage): string {
  const { pathname } = URL.parse(url.startsWith('/') ? `http://console${url}` : url) ?? { pathname: url }
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The page answers with text. */
function sendShareRefusal(incoming: IncomingMessage, outgoing: ServerResponse, error: ApiError): void {
  const id = requestId()
  if (pathOf(incoming).startsWith('/api/')) return sendError(incoming, outgoing, error, id)
  const text = `${error.message}\n`
  outgoing.writeHead(error.status, [
    ...id,
    'content-type',
    'text/plain; charset=utf-8',
    'retry-after',
    String(Math.ceil((error.retryAfterMs ?? 1000) / 1000)),
    'content-security-policy',
    "default-src 'none'",
    'x-content-type-options',
    'nosniff',
    'x-robots-tag',
    'noindex',
    'content-length',
    String(Buffer.byteLength(text)),
  ])
  outgoing.end(incoming.method === 'HEAD' ? undefined : text)
}

function headOf(answer: IncomingMessage, upgraded = false): string {
  const headers = upgraded ? answer.rawHeaders : [...answeredHeaders(answer), 'connection', 'close']
  let head = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`
  for (let at = 0; at + 1 < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return `${head}\r\n`
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<meta name="color-scheme" content="light dark">
<title>Sextant is starting</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 24px; }
main { max-width: 36rem; }
h1 { font-size: 1.25rem; margin: 0 0 8px; }
p { margin: 0 0 8px; }
</style>
</head>
<body>
<main>
<h1>The console is starting</h1>
<p>The console is being built or restarted. This page reloads every 2 seconds.</p>
<p>The API is available: <code>/v1/chat/completions</code>, <code>/v1/models</code>, <code>/healthz</code>.</p>
</main>
</body>
</html>
`

/** Response while the console process is down: a reloading page, or the envelope for programs. */
function sendConsoleUnavailable(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const id = requestId()
  if (!/text\/html/.test(incoming.headers.accept ?? '')) {
    const message = 'The console is being built or restarted. Try again in 2 seconds.'
    const error = new ApiError('upstream_error', message, { final: false })
    return sendError(incoming, outgoing, error, [...id, 'retry-after', '2'])
  }
  outgoing.writeHead(502, [
    ...id,
    'content-type',
    'text/html; charset=utf-8',
    'cache-control',
    'no-store',
    'retry-after',
    '2',
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'content-length',
    String(Buffer.byteLength(page)),
  ])
  outgoing.end(incoming.method === 'HEAD' ? undefined : page)
}

interface ConsoleProxySettings extends ForwardSettings {
  readonly port: number
  /** @throws ApiError `rate_limit_exceeded` */
  readonly admitShareOpening: (address: string) => Promise<void>
}

interface ForwardSettings {
  readonly internalToken: string
  /** Trusted reverse proxies, whose `x-forwarded-*` are used. */
  readonly trustedProxies: number
}

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The request headers sent to the console: name, value, name, value. `Host` stays, because the console checks
 * it; headers that a client could forge are replaced.
 */
function forwardedHeaders(incoming: IncomingMessage, settings: ForwardSettings, upgrade = false): string[] {
  const headers: string[] = []
  const { rawHeaders } = incoming
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (isKept(name.toLowerCase(), upgrade)) headers.push(name, rawHeaders[at + 1] ?? '')
  }
  // Node frames outgoing requests: only a body of unknown length needs a header.
  if (!upgrade && incoming.headers['transfer-encoding'] !== undefined)
    headers.push('transfer-encoding', 'chunked')
  const believed = settings.trustedProxies > 0
  headers.push('x-forwarded-for', clientAddress(incoming, settings.trustedProxies))
  headers.push('x-forwarded-proto', believed ? (first(incoming, 'x-forwarded-proto') ?? 'http') : 'http')
  headers.push(
    'x-forwarded-host',
    (believed ? first(incoming, 'x-forwarded-host') : null) ?? incoming.headers.host ?? '',
  )
  headers.push(internalHeader, settings.internalToken)
  return headers
}

/** The response headers sent to the browser. */
function answeredHeaders(answer: IncomingMessage): string[] {
  const headers: string[] = []
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
    const name = answer.rawHeaders[at] ?? ''
    if (!hopByHop.has(name.toLowerCase())) headers.push(name, answer.rawHeaders[at + 1] ?? '')
  }
  return headers
}

function isKept(name: string, upgrade: boolean): boolean {
  if (
    name.startsWith('x-forwarded-') ||
    name === internalHeader ||
    name === 'forwarded' ||
    name === 'x-real-ip'
  ) {
    return false
  }
  if (upgrade && (name === 'connection' || name === 'upgrade')) return true
  return !hopByHop.has(name)
}

function first(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name]
  return typeof value === 'string' ? (value.split(',')[0]?.trim() ?? null) : null
}
