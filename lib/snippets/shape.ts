import type { SnippetRequest } from './snippet.ts'

/** What the templates need to know of a request to print its answer. */
export interface Shape {
  readonly body: Readonly<Record<string, unknown>>
  readonly streams: boolean
  /**
   * `text`: what the model wrote; `vectors`: the size and the first numbers of each; `ranking`: the best first, with
   * their scores; `raw`: the API's JSON, one event a line.
   */
  readonly prints: 'text' | 'vectors' | 'ranking' | 'raw'
  /** How the vectors of the answer are written. */
  readonly encoding: 'float' | 'base64'
  /** Whether the answer may hold tool calls. */
  readonly tools: boolean
}

export function shapeOf({ contract, body: text }: SnippetRequest): Shape {
  const value: unknown = JSON.parse(text)
  const body =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? ({ ...value } as Record<string, unknown>)
      : {}
  const streams = contract === 'chat' && body['stream'] === true
  const several = typeof body['n'] === 'number' && body['n'] > 1
  return {
    body,
    streams,
    // Several answers that arrive at once would be printed through each other.
    prints: streams && several ? 'raw' : (printsByContract[contract] ?? 'raw'),
    encoding: (body['encoding_format'] ?? body['embedding_type']) === 'base64' ? 'base64' : 'float',
    tools: Array.isArray(body['tools']) && body['tools'].length > 0,
  }
}

const printsByContract: Readonly<Record<string, Shape['prints']>> = {
  chat: 'text',
  embeddings: 'vectors',
  rerank: 'ranking',
}
