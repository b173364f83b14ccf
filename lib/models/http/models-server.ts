import { createServer, type IncomingMessage, type Server } from 'node:http'
import { ApiError, toApiError } from '#lib/errors.ts'
import { internalHeader, isInternal } from '#lib/internal-token.ts'
import { readChatCall } from './chat-call.ts'
import { answerPlain } from './chat-plain.ts'
import { answerStreaming } from './chat-stream.ts'
import { cancelPull, followPull, sendDownloads } from './download-routes.ts'
import { answerEmbeddings } from './embeddings-answer.ts'
import { createExchange, readJsonBody, sendError, sendJson, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import { deleteModel, sendModelList } from './models-routes.ts'
import { answerRerank } from './rerank-answer.ts'
import { answerTranscription } from './transcription-answer.ts'

const keepAliveTimeoutMs = 65_000

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly serve: (host: ModelHost, exchange: Exchange, id: string) => Promise<void> | void
}

// Ids hold a slash, plain or escaped.
const routes: readonly Route[] = [
  { method: 'GET', path: /^\/healthz$/, serve: (_host, exchange) => sendJson(exchange, { status: 'ok' }) },
  { method: 'POST', path: /^\/v1\/chat\/completions$/, serve: answerChat },
  { method: 'POST', path: /^\/v1\/embeddings$/, serve: answerEmbeddings },
  { method: 'POST', path: /^\/v1\/rerank$/, serve: answerRerank },
  { method: 'POST', path: /^\/v1\/audio\/transcriptions$/, serve: answerTranscription },
  { method: 'GET', path: /^\/v1\/models$/, serve: sendModelList },
  { method: 'GET', path: /^\/downloads$/, serve: sendDownloads },
  { method: 'POST', path: /^\/models\/(.+)\/pull$/, serve: followPull },
  { method: 'DELETE', path: /^\/models\/(.+)\/pull$/, serve: cancelPull },
  { method: 'DELETE', path: /^\/models\/(.+)$/, serve: deleteModel },
]

/** The wire of the models process. It answers only to the supervisor's token. */
export function createModelsServer(host: ModelHost): Server {
  const server = createServer((request, response) => {
    const exchange = createExchange(request, response)
    void serve(host, exchange).catch((error: unknown) => {
      const failure = toApiError(error)
      if (failure.code === 'internal_error') host.log('error', 'call failed', { err: error })
      if (!response.headersSent && !response.destroyed) sendError(exchange, error)
      // What is out already cannot be taken back: a cut answer at least does not look whole, or hang.
      else response.destroy()
    })
  })
  // Longer than the gateway keeps a connection: the side that sends closes first.
  server.keepAliveTimeout = keepAliveTimeoutMs
  return server
}

async function serve(host: ModelHost, exchange: Exchange): Promise<void> {
  requireToken(exchange.request, host.internalToken)
  const { method = 'GET' } = exchange.request
  const path = decodeURIComponent(exchange.url.pathname)
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match !== null) return await route.serve(host, exchange, match[1] ?? '')
  }
  throw new ApiError('unknown_url', `Unknown request: ${method} ${exchange.url.pathname}`)
}

async function answerChat(host: ModelHost, exchange: Exchange): Promise<void> {
  const call = readChatCall(await readJsonBody(exchange))
  await (call.request.stream === true ? answerStreaming : answerPlain)(host, exchange, call)
}

function requireToken(request: IncomingMessage, token: string): void {
  if (isInternal(request.headers[internalHeader], token)) return
  throw new ApiError('invalid_api_key', 'This address answers only to the product itself.')
}
