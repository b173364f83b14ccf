import type { Dispatcher } from 'undici'

/** One type of request in the mix. */
export interface SoakCall {
  readonly name: string
  /** Number of these requests per round. */
  readonly share: number
  readonly path: string
  /** The request; the model is the scripted upstream's name. */
  readonly body: Readonly<Record<string, unknown>>
  readonly statuses: readonly number[]
  /** Null: read completely. `head`: canceled at the first bytes. A number: canceled after this many ms. */
  readonly left: 'head' | number | null
  /** Text of a complete response; without it the response is truncated. */
  readonly holds: string
  /** Sent without a valid key, so it must leave no row. */
  readonly stranger?: boolean
}

export interface SoakAnswer {
  /** Null if it was canceled before the response headers. */
  readonly requestId: string | null
  /** Why it is unexpected; null: as expected. */
  readonly problem: string | null
}

const messages = [{ role: 'user', content: 'Why is the sky blue?' }]
const chat = { path: '/v1/chat/completions', left: null, statuses: [200] } as const
const texts = Array.from({ length: 16 }, (_, at) => `text number ${at} about the sea`)

export const soakCalls: readonly SoakCall[] = [
  { name: 'chat', share: 8, ...chat, body: { model: 'echo', messages }, holds: '"finish_reason":"stop"' },
  {
    name: 'stream',
    share: 8,
    ...chat,
    body: { model: 'chunks-40-2', messages, stream: true },
    holds: '[DONE]',
  },
  {
    name: 'canceled stream',
    share: 3,
    ...chat,
    body: { model: 'chunks-200-5', messages, stream: true },
    left: 'head',
    holds: '',
  },
  {
    name: 'canceled response',
    share: 2,
    ...chat,
    body: { model: 'first-400', messages },
    left: 30,
    holds: '',
  },
  {
    name: 'embeddings',
    share: 6,
    ...chat,
    path: '/v1/embeddings',
    body: { model: 'vectors-256', input: texts, encoding_format: 'base64' },
    holds: '"usage"',
  },
  {
    name: 'rerank',
    share: 6,
    ...chat,
    path: '/v1/rerank',
    body: { model: 'scores', query: 'the sea', documents: texts },
    holds: '"results"',
  },
  {
    name: 'failing upstream',
    share: 1,
    ...chat,
    body: { model: 'error-500', messages },
    statuses: [502, 503],
    holds: '"code"',
  },
  {
    name: 'truncated stream',
    share: 1,
    ...chat,
    body: { model: 'cut-3', messages, stream: true },
    // The circuit opens for a model that always truncates.
    statuses: [200, 503],
    holds: '"code"',
  },
  {
    name: 'mistake',
    share: 1,
    ...chat,
    body: { model: 'echo', messages, n: 0 },
    statuses: [400],
    holds: '"code"',
  },
  {
    name: 'wrong key',
    share: 1,
    ...chat,
    body: { model: 'echo', messages },
    statuses: [401],
    holds: 'invalid_api_key',
    stranger: true,
  },
]

/** Sends the request and checks the response. */
export async function makeCall(
  pool: Dispatcher,
  call: SoakCall,
  headers: Readonly<Record<string, string>>,
): Promise<SoakAnswer> {
  const leaving = new AbortController()
  const timer = typeof call.left === 'number' ? setTimeout(() => leaving.abort(), call.left) : undefined
  let requestId: string | null = null
  try {
    const answer = await pool.request({
      method: 'POST',
      path: call.path,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(call.stranger && { authorization: 'Bearer no' }),
      },
      body: JSON.stringify(call.body),
      signal: leaving.signal,
    })
    requestId = String(answer.headers['x-request-id'])
    if (!call.statuses.includes(answer.statusCode))
      return { requestId, problem: `${call.name}: ${answer.statusCode} ${await answer.body.text()}` }
    if (call.left === 'head') leaving.abort()
    const text = await answer.body.text()
    return {
      requestId,
      problem: text.includes(call.holds) ? null : `${call.name}: ends with ${text.slice(-200)}`,
    }
  } catch (error) {
    const wasLeft = leaving.signal.aborted
    return {
      requestId,
      problem: wasLeft ? null : `${call.name}: ${error instanceof Error ? error.message : String(error)}`,
    }
  } finally {
    clearTimeout(timer)
  }
}
