import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { searchBody, searchEvents } from './search-answers.ts'

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Response mode of the server; `cut`: the stream ends without `[DONE]`, as after a crash. */
export type Behaviour = 'answer' | 'refuse' | 'stream-error' | 'cut'

export interface RecordingServer extends AsyncDisposable {
  readonly baseUrl: string
  readonly requests: readonly Recorded[]
}

export const requestId = 'req_0123456789abcdefghijklmn'
export const content = 'Tides: “moon” + sun 😀\nSecond line.'
export const toolArguments = '{"city":"Lisbon"}'

/** Records every request and responds like the API: streamed on request, with a tool call if tools are given. */
export async function startRecordingServer(behaviour: Behaviour = 'answer'): Promise<RecordingServer> {
  const requests: Recorded[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      const asked = JSON.parse(body) as Asked
      response.setHeader('x-request-id', requestId)
      if (behaviour === 'refuse') {
        const flat = /\/(map|scrape)$/.test(request.url ?? '')
        const refusal = flat ? flatErrorBody('model_not_found') : errorBody('model_not_found')
        response.writeHead(404, { 'content-type': 'application/json' }).end(refusal)
      } else if (asked.model === 'sextant-ai-search') {
        response
          .writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' })
          .end(asked.stream ? searchEvents(behaviour) : searchBody())
      } else if (!request.url?.endsWith('/chat/completions')) {
        const stream = request.url === '/v1/map' && asked.stream
        response
          .writeHead(200, { 'content-type': stream ? 'text/event-stream; charset=utf-8' : 'application/json' })
          .end(stream ? mapEvents(behaviour) : plainBody(request.url ?? '', asked))
      } else if (asked.stream) {
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
        response.end(streamText(behaviour, asked.tools !== undefined))
      } else {
        response.writeHead(200, { 'content-type': 'application/json' }).end(answerBody(asked.tools !== undefined))
      }
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}

interface Asked {
  readonly model?: string
  readonly stream?: boolean
  readonly tools?: unknown[]
  readonly input?: string | readonly unknown[]
  readonly documents?: readonly unknown[]
  readonly encoding_format?: string | null
  readonly embedding_type?: string | null
  readonly formats?: readonly string[]
  readonly params?: { readonly formats?: readonly string[] }
}

/** One vector per input, of six numbers that float32 represents exactly. */
export function embeddingsBody({ input = '', encoding_format, embedding_type }: Asked): string {
  const inputs = Array.isArray(input) && typeof input[0] !== 'number' ? input : [input]
  const base64 = (encoding_format ?? embedding_type) === 'base64'
  const data = inputs.map((_, index) => {
    const vector = [0.5, -0.25, index, 0.125, 0, 1]
    const bytes = Buffer.from(Float32Array.from(vector).buffer)
    return { object: 'embedding', index, embedding: base64 ? bytes.toString('base64') : vector }
  })
  return JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 3, total_tokens: 3 } })
}

/** The documents in reverse order, with their texts. */
export function rankingBody({ documents = [] }: Asked): string {
  const results = documents.map((document, index) => ({
    index,
    relevance_score: (index + 1) / (documents.length + 1),
    document: typeof document === 'string' ? { text: document } : document,
  }))
  return JSON.stringify({ id: 'rerank-1', object: 'list', model: 'm', results: results.toReversed() })
}

export const links = ['https://site.example/', 'https://site.example/tides?a=1&b=%C3%A9']

const page = { markdown: '# Tides', html: '<h1>Tides</h1>', rawHtml: '<h1>Tides', text: 'Tides', links }

/** A scraped page: the requested formats. */
export function pageData({ formats = ['markdown'] }: Pick<Asked, 'formats'>): Record<string, unknown> {
  const asked = Object.entries(page).filter(([name]) => formats.includes(name))
  return { ...Object.fromEntries(asked), metadata: { statusCode: 404 }, warning: 'It answered 404.' }
}

function plainBody(path: string, asked: Asked): string {
  if (path.endsWith('/embeddings')) return embeddingsBody(asked)
  if (path.endsWith('/rerank')) return rankingBody(asked)
  if (path.endsWith('/map')) return JSON.stringify({ success: true, links })
  if (path.endsWith('/scrape')) return JSON.stringify({ success: true, data: pageData(asked) })
  return JSON.stringify({ id: 'web-1', object: 'scrape.completion', data: pageData(asked.params ?? {}) })
}

/** A streamed map: links in two events, the full list, and the result. */
export function mapEvents(behaviour: Behaviour): string {
  const chunks = links.map(link => JSON.stringify({ object: 'map.chunk', links: [link], progress: {} }))
  if (behaviour === 'stream-error') return toEvents([...chunks, flatErrorBody('upstream_stream_interrupted')])
  if (behaviour === 'cut') return toEvents(chunks)
  return toEvents([...chunks, JSON.stringify({ object: 'map.result', success: true, links }), '[DONE]'])
}

function flatErrorBody(code: string): string {
  return JSON.stringify({ success: false, error: 'It did not work.', code, links: [] })
}

export function answerBody(tools: boolean): string {
  const message = tools
    ? { role: 'assistant', content: null, refusal: null, tool_calls: [toolCall] }
    : { role: 'assistant', content, refusal: null }
  return JSON.stringify({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: tools ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  })
}

export function streamText(behaviour: Behaviour, tools: boolean): string {
  const deltas = tools
    ? [
        { tool_calls: [{ index: 0, ...toolCall, function: { name: 'get_weather', arguments: '' } }] },
        { tool_calls: [{ index: 0, function: { arguments: toolArguments.slice(0, 7) } }] },
        { tool_calls: [{ index: 0, function: { arguments: toolArguments.slice(7) } }] },
      ]
    : [{ content: content.slice(0, 9) }, { content: content.slice(9) }]
  const events = [{ role: 'assistant', content: '' }, ...deltas].map(delta => chunk(delta, null))
  if (behaviour === 'stream-error') return toEvents([...events, errorBody('upstream_stream_interrupted')])
  if (behaviour === 'cut') return toEvents(events)
  return `: keep-alive\n\n${toEvents([...events, chunk({}, tools ? 'tool_calls' : 'stop'), '[DONE]'])}`
}

const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'm', system_fingerprint: 'fp_0' }
const toolCall = {
  id: 'call_1',
  type: 'function',
  function: { name: 'get_weather', arguments: toolArguments },
}

function chunk(delta: object, finish: string | null): string {
  return JSON.stringify({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
}

function toEvents(data: readonly string[]): string {
  return data.map(each => `data: ${each}\n\n`).join('')
}

function errorBody(code: string): string {
  return JSON.stringify({ error: { message: 'It did not work.', type: 'server_error', param: null, code } })
}
