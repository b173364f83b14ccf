import { createServer, type IncomingMessage, type Server } from 'node:http'
import { ApiError, toApiError } from '#lib/errors.ts'
import { internalHeader, isInternal } from '#lib/internal-token.ts'
import { readChatCall } from './chat-call.ts'
import { answerPlain } from './chat-plain.ts'
import { answerStreaming } from './chat-stream.ts'
import { cancelPull, followPull, sendDownloads } from './download-routes.ts'
import {
  createExchange,
  readJsonBody,
  sendError,
  sendJson,
  sendWait,
  type Exchange,
  write,
} from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import { deleteModel, sendModelList, sendState } from './models-routes.ts'
import { l2Normalize } from '#lib/models/onnx/l2-normalize.ts'
import { readInputs } from './read-inputs.ts'
import { acquireModel, type ModelLease, toKey, toLoadingNote, toServerTiming } from './model-lease.ts'
import { setImmediate as nextTick } from 'node:timers/promises'
import { embeddingsRequestSchema, type EmbeddingsRequest } from '#lib/contracts/api/embeddings.ts'
import { findEntry } from '#lib/models/catalog.ts'
import type { EmbeddingEntry, SpeechEntry, RerankEntry } from '#lib/models/catalog-entry.ts'
import { readWav, sampleRate } from '#lib/models/speech/read-wav.ts'
import { transcribeWindows } from '#lib/models/speech/transcribe-windows.ts'
import busboy from 'busboy'
import { weightsOf } from '#lib/models/model-files.ts'
import type { BatchTicket } from '#lib/models/onnx/text-batches.ts'
import { rankHybrid } from '#lib/models/rerank/rank-hybrid.ts'
import { rankPairs } from '#lib/models/rerank/rank-pairs.ts'
import type { Ranking, RankQuestion } from '#lib/models/rerank/ranking.ts'
import { z } from 'zod'
import { rerankDocumentsMax } from '#lib/contracts/api/rerank.ts'
import { parse } from '#lib/contracts/core/parse.ts'

const keepAliveTimeoutMs = 65_000

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly serve: (host: ModelHost, exchange: Exchange, id: string) => Promise<void> | void
}

// Serializing a megabyte of digits takes about 10 ms: other calls run in between.
const sliceVectors = 64

/** 16-bit WAV of 17 minutes: the gateway sends less. */
const fileBytesMax = 33 * 1024 * 1024

/** Requests of the gateway: documents are already texts. */
const requestSchema = z.object({
  model: z.string().min(1),
  query: z.string().min(1),
  documents: z.array(z.string()).min(1).max(rerankDocumentsMax),
  top_n: z.int().min(1).nullish(),
  max_tokens_per_doc: z.int().min(1).nullish(),
})

const maxTokensPerDoc = 4096

// Ids contain a slash, plain or escaped.
const routes: readonly Route[] = [
  { method: 'GET', path: /^\/healthz$/, serve: (_host, exchange) => sendJson(exchange, { status: 'ok' }) },
  { method: 'POST', path: /^\/v1\/chat\/completions$/, serve: answerChat },
  { method: 'POST', path: /^\/v1\/chat\/completions\/input_tokens$/, serve: countChatTokens },
  { method: 'POST', path: /^\/v1\/embeddings$/, serve: answerEmbeddings },
  { method: 'POST', path: /^\/v1\/rerank$/, serve: answerRerank },
  { method: 'POST', path: /^\/v1\/audio\/transcriptions$/, serve: answerTranscription },
  { method: 'GET', path: /^\/v1\/models$/, serve: sendModelList },
  { method: 'GET', path: /^\/state$/, serve: sendState },
  { method: 'GET', path: /^\/downloads$/, serve: sendDownloads },
  { method: 'POST', path: /^\/models\/(.+)\/pull$/, serve: followPull },
  { method: 'DELETE', path: /^\/models\/(.+)\/pull$/, serve: cancelPull },
  { method: 'DELETE', path: /^\/models\/(.+)$/, serve: deleteModel },
]

/** HTTP server of the models process. It accepts only the supervisor's token. */
export function createModelsServer(host: ModelHost): Server {
  const server = createServer((request, response) => {
    const exchange = createExchange(request, response)
    void serve(host, exchange).catch((error: unknown) => {
      const failure = toApiError(error)
      if (failure.code === 'internal_error') host.log('error', 'call failed', { err: error })
      if (!response.headersSent && !response.destroyed) sendError(exchange, error)
      // Sent data cannot be taken back: a closed connection at least does not look complete, or hang.
      else response.destroy()
    })
  })
  // Longer than the gateway's keep-alive: the sending side closes first.
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

/** `POST /v1/chat/completions/input_tokens`: the prompt tokens of a chat request, exactly. */
async function countChatTokens(host: ModelHost, exchange: Exchange): Promise<void> {
  const { entry, request } = readChatCall(await readJsonBody(exchange))
  using lease = await acquireModel(host, entry, exchange, () => undefined)
  const tokens = await lease.runner.countTokens(request, exchange.signal)
  sendJson(exchange, { input_tokens: tokens }, { headers: { 'server-timing': toServerTiming(lease) } })
}

function requireToken(request: IncomingMessage, token: string): void {
  if (isInternal(request.headers[internalHeader], token)) return
  throw new ApiError('invalid_api_key', 'This server accepts only internal requests.')
}

/** `POST /v1/embeddings`. */
async function answerEmbeddings(host: ModelHost, exchange: Exchange): Promise<void> {
  using _place = host.smallCalls.enter()
  const { signal } = exchange
  const call = readEmbeddingsCall(await readJsonBody(exchange))
  await host.weights.require(call.entry, signal)
  using use = await host.embedders.use(call.entry, loading => sendWait(exchange, toLoadingNote(loading)))
  const sequences = await readInputs(use.runner, call.texts, { ...call, signal })
  const { vectors, queueMs } = await use.runner.batches.run(sequences, { key: toKey(exchange), signal })
  if (call.normalized) for (const vector of vectors) l2Normalize(vector)
  await sendEmbeddings(exchange, {
    model: call.entry.id,
    vectors,
    encoding: call.encoding,
    tokens: sequences.reduce((sum, { ids }) => sum + ids.length, 0),
    timing: toServerTiming({ queueMs, loadMs: use.loadMs, loadReason: use.loadReason }),
  })
}

interface EmbeddingsAnswer {
  readonly model: string
  readonly vectors: readonly Float32Array<ArrayBuffer>[]
  readonly encoding: 'float' | 'base64'
  readonly tokens: number
  readonly timing: string
}

/** Writes the vectors in slices, in the format of OpenAI's `POST /v1/embeddings`. */
async function sendEmbeddings(exchange: Exchange, answer: EmbeddingsAnswer): Promise<void> {
  const { vectors, encoding, tokens, model, timing } = answer
  const toText = encoding === 'base64' ? toBase64 : toNumbers
  exchange.response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'server-timing': timing,
  })
  let text = '{"object":"list","data":['
  for (const [index, vector] of vectors.entries()) {
    text += `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":${toText(vector)}}`
    if (index % sliceVectors !== sliceVectors - 1) continue
    await write(exchange, text)
    await nextTick()
    text = ''
  }
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  exchange.response.end(`${text}],"model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)}}`)
}

function toBase64({ buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): string {
  return `"${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}"`
}

/** Every digit of a float32 as a double, so that clients get the same bits as from base64. */
function toNumbers(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}

interface EmbeddingsCall {
  readonly entry: EmbeddingEntry
  readonly texts: readonly string[]
  readonly encoding: 'float' | 'base64'
  /** Prefix of each text, if the request states the task. */
  readonly prefix: string
  readonly truncate: boolean
  readonly normalized: boolean
}

/**
 * Validates a request as far as possible without loading a model.
 * @throws ApiError with the code and field of the first error
 */
function readEmbeddingsCall(body: unknown): EmbeddingsCall {
  const request = parseBody(embeddingsRequestSchema, body)
  const entry = findEntry(request.model) ?? findEntry(`local/${request.model}`)
  if (entry?.kind !== 'embeddings')
    throw new ApiError(
      'model_not_found',
      `The embedded engine has no embedding model \`${request.model}\`.`,
      {
        param: 'model',
      },
    )
  if (typeof request.dimensions === 'number')
    throw new ApiError(
      'unsupported_parameter',
      `\`${entry.id}\` always returns ${entry.dimensions} dimensions. Omit \`dimensions\`.`,
      { param: 'dimensions' },
    )
  return {
    entry,
    texts: readTexts(request.input, entry.id),
    encoding: request.encoding_format ?? request.embedding_type ?? 'float',
    prefix: toPrefix(request.task, entry),
    truncate: request.truncate ?? false,
    normalized: request.normalized ?? true,
  }
}

function readTexts(input: EmbeddingsRequest['input'], modelId: string): string[] {
  const texts = typeof input === 'string' ? [input] : input.filter(text => typeof text === 'string')
  if (typeof input === 'string' || texts.length === input.length) return texts
  throw new ApiError('unsupported_parameter', `\`${modelId}\` accepts texts, not token IDs.`, {
    param: 'input',
  })
}

function toPrefix(task: EmbeddingsRequest['task'], { prefixes }: EmbeddingEntry): string {
  if (task === 'retrieval.query') return prefixes.query
  return task === 'retrieval.passage' ? prefixes.passage : ''
}

/** `POST /v1/audio/transcriptions`: always OpenAI's `verbose_json`. */
async function answerTranscription(host: ModelHost, exchange: Exchange): Promise<void> {
  using _place = host.smallCalls.enter()
  const { fields, file } = await readSoundForm(exchange)
  const entry = requireSpeech(fields.get('model') ?? '')
  const samples = readWav(file)
  await host.weights.require(entry, exchange.signal)
  using use = await host.transcribers.use(entry)
  const startMs = performance.now()
  const segments = await transcribeWindows(use.runner, samples, exchange.signal)
  host.log('debug', 'transcribed', { seconds: samples.length / sampleRate, ms: performance.now() - startMs })
  sendJson(
    exchange,
    {
      task: 'transcribe',
      language: 'english',
      duration: samples.length / sampleRate,
      text: segments.map(({ text }) => text).join(' '),
      segments: segments.map(({ start, end, text, tokenIds, meanLogProbability }, id) => ({
        id,
        start,
        end,
        text,
        tokens: tokenIds,
        avg_logprob: meanLogProbability,
      })),
    },
    {
      headers: {
        'server-timing': toServerTiming({ queueMs: 0, loadMs: use.loadMs, loadReason: use.loadReason }),
      },
    },
  )
}

function requireSpeech(id: string): SpeechEntry {
  const entry = findEntry(id) ?? findEntry(`local/${id}`)
  if (entry?.kind === 'speech') return entry
  throw new ApiError('model_not_found', `The embedded engine has no speech model \`${id}\`.`, {
    param: 'model',
  })
}

interface SoundForm {
  readonly fields: ReadonlyMap<string, string>
  readonly file: Buffer
}

/** Reads a form with a recording in part `file`. @throws ApiError `invalid_value`, `request_too_large` */
async function readSoundForm({ request }: Exchange): Promise<SoundForm> {
  if (!/^multipart\/form-data *;/i.test(request.headers['content-type'] ?? '')) throw invalid()
  const limits = { files: 1, fields: 20, fileSize: fileBytesMax }
  const parser = busboy({ headers: request.headers, limits })
  const fields = new Map<string, string>()
  const parts: Buffer[] = []
  let hasFile = false
  const done = Promise.withResolvers<void>()
  parser.on('field', (name, value) => void fields.set(name, value))
  parser.on('file', (name, stream) => {
    hasFile ||= name === 'file'
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('limit', () => done.reject(new ApiError('request_too_large', 'The recording exceeds 33 MiB.')))
  })
  parser.on('error', error => done.reject(invalid(error)))
  parser.on('close', () => done.resolve())
  request.on('close', () => {
    if (!request.complete) done.reject(new ApiError('client_closed', 'The client disconnected.'))
  })
  request.pipe(parser)
  try {
    await done.promise
  } finally {
    request.unpipe(parser)
    parser.destroy()
  }
  if (!hasFile) throw invalid()
  return { fields, file: Buffer.concat(parts) }
}

function invalid(cause?: unknown): ApiError {
  return new ApiError(
    'invalid_value',
    'Send the recording as `multipart/form-data`, in a part named `file`.',
    {
      param: 'file',
      cause,
    },
  )
}

/** `POST /v1/rerank`: best first, equal scores in the order of the request. */
async function answerRerank(host: ModelHost, exchange: Exchange): Promise<void> {
  using _place = host.smallCalls.enter()
  const { signal } = exchange
  const call = readRerankCall(await readJsonBody(exchange))
  await host.weights.require(weightsOf(call.entry), signal)
  const ranking = await rank(host, call, { key: toKey(exchange), signal })
  const results = ranking.scores
    .map((score, index) => ({ index, relevance_score: score }))
    .toSorted((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
    .slice(0, call.topN)
  const usage = { prompt_tokens: ranking.tokens, total_tokens: ranking.tokens }
  sendJson(
    exchange,
    { object: 'list', model: call.entry.id, results, usage },
    { headers: { 'server-timing': toServerTiming(ranking) } },
  )
}

async function rank(
  host: ModelHost,
  { entry, question }: RerankCall,
  ticket: BatchTicket,
): Promise<Ranking & Pick<ModelLease, 'loadMs' | 'loadReason'>> {
  if (entry.architecture === 'hybrid') {
    const { embedder, similarityFloor } = entry
    using use = await host.embedders.use(embedder)
    const { loadMs, loadReason } = use
    return {
      ...(await rankHybrid(use.runner, { ...question, similarityFloor }, ticket)),
      loadMs,
      loadReason,
    }
  }
  using use = await host.crossEncoders.use(entry)
  const { loadMs, loadReason } = use
  return { ...(await rankPairs(use.runner, question, ticket)), loadMs, loadReason }
}

interface RerankCall {
  readonly entry: RerankEntry
  readonly question: RankQuestion
  readonly topN: number
}

/** @throws ApiError with the code and field of the first error */
function readRerankCall(body: unknown): RerankCall {
  const request = parseBody(requestSchema, body)
  const entry = findEntry(request.model) ?? findEntry(`local/${request.model}`)
  if (entry?.kind !== 'rerank')
    throw new ApiError('model_not_found', `The embedded engine has no reranker \`${request.model}\`.`, {
      param: 'model',
    })
  return {
    entry,
    question: {
      query: request.query,
      documents: request.documents,
      maxTokensPerDoc: request.max_tokens_per_doc ?? maxTokensPerDoc,
    },
    topN: request.top_n ?? request.documents.length,
  }
}

/** @throws ApiError with the code and field of the first error */
function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = parse(schema, body)
  if (parsed.ok) return parsed.value
  throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
}
