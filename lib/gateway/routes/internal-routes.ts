import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { internalHeader, isInternal } from '#lib/internal-token.ts'
import type { RouteHandler } from '#lib/gateway/http/endpoint.ts'
import type { ProviderRoutes } from './provider-routes.ts'
import type { OpenCalls } from '#lib/gateway/open-calls.ts'
import type { RefusedRequests } from '#lib/gateway/request-log/refused-requests.ts'
import { requestId } from '#lib/gateway/http/request-id.ts'
import { sendError, sendJson } from '#lib/gateway/http/send.ts'
import { unknownRoute } from '#lib/gateway/http/unknown-route.ts'

export interface InternalRoutes {
  readonly answer: RouteHandler
}

export interface InternalOptions {
  readonly token: string
  readonly modelsPort: number
  readonly providers: ProviderRoutes
  readonly refused: Pick<RefusedRequests, 'list'>
  readonly openCalls: Pick<OpenCalls, 'ofKey'>
}

/**
 * Operator actions of the console and the command line: provider state and tests, refused and open requests, and,
 * proxied to the models process as streams, listing, downloading, canceling and removing models. Without the supervisor's token
 * these routes do not exist.
 */
export function createInternalRoutes(options: InternalOptions | null): InternalRoutes {
  const unknown = unknownRoute(null)
  const agent = new Agent({ keepAlive: true })
  return {
    async answer(incoming, outgoing, params) {
      if (!options || !isInternal(incoming.headers[internalHeader], options.token)) {
        return unknown(incoming, outgoing, params)
      }
      const address = incoming.url?.split('?')[0]
      if (address === '/internal/providers') return options.providers.state(incoming, outgoing, params)
      if (address === '/internal/providers/test') return options.providers.test(incoming, outgoing, params)
      if (address === '/internal/refused') return sendRefused(incoming, outgoing, options)
      if (address === '/internal/open') return sendOpen(incoming, outgoing, options)
      const path = modelsPath(incoming.url ?? '')
      if (path === null) return unknown(incoming, outgoing, params)
      forward(incoming, outgoing, { ...options, path, agent })
    },
  }
}

/** The refused requests of one client's network, `?address=` and `?since=` in milliseconds of this machine's clock. */
function sendRefused(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { refused }: Pick<InternalOptions, 'refused'>,
): void {
  const search = searchOf(incoming)
  const since = Number(search.get('since') ?? Number.NaN)
  const requests = Number.isNaN(since) ? [] : refused.list(search.get('address') ?? '', since)
  sendJson(outgoing, 200, { now: Date.now(), requests }, requestId())
}

/** The open requests of `?key=` in `?team=`, or only those of its member `?user=`. */
function sendOpen(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { openCalls }: Pick<InternalOptions, 'openCalls'>,
): void {
  const search = searchOf(incoming)
  const calls = openCalls.ofKey(search.get('team') ?? '', search.get('key') ?? '', search.get('user'))
  const requests = calls.map(({ id, startedAt, model }) => ({ id, started_at: startedAt, model }))
  sendJson(outgoing, 200, { now: Date.now(), requests }, requestId())
}

function searchOf({ url }: IncomingMessage): URLSearchParams {
  return new URL(url ?? '', 'http://gateway').searchParams
}

// `/internal/models` maps to the model list of the models process; the other paths are the same there.
function modelsPath(url: string): string | null {
  const path = url.slice('/internal'.length)
  if (path === '/models' || path.startsWith('/models?')) return `/v1${path}`
  return /^\/(models\/|downloads(\?|$))/.test(path) ? path : null
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: InternalOptions & { path: string; agent: Agent },
): void {
  const { 'content-type': type, 'content-length': length, accept } = incoming.headers
  const outbound = request(
    {
      host: '127.0.0.1',
      port: target.modelsPort,
      method: incoming.method,
      path: target.path,
      agent: target.agent,
      headers: {
        [internalHeader]: target.token,
        ...(type !== undefined && { 'content-type': type }),
        ...(length !== undefined && { 'content-length': length }),
        ...(accept !== undefined && { accept }),
      },
    },
    answer => {
      outgoing.writeHead(answer.statusCode ?? 502, [
        ...requestId(),
        'content-type',
        answer.headers['content-type'] ?? 'application/json; charset=utf-8',
        'cache-control',
        'no-cache, no-transform',
      ])
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    },
  )
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) outbound.destroy()
  })
  outbound.on('error', error => {
    if (outgoing.headersSent) return void outgoing.destroy()
    const cause = new ApiError(
      'model_unavailable',
      'The models process is not running; it is being restarted.',
      {
        cause: error,
        retryAfterMs: 2000,
      },
    )
    sendError(incoming, outgoing, cause, requestId())
  })
  incoming.pipe(outbound)
}
