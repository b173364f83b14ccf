import type { SnippetRequest } from './snippet.ts'

/** What the templates need to know of a request to print its answer. */
export interface Shape {
  readonly body: Readonly<Record<string, unknown>>
  readonly streams: boolean
  /** `text`: what the model wrote; `raw`: the API's JSON, one event a line. */
  readonly prints: 'text' | 'raw'
  /** Whether the answer may hold tool calls. */
  readonly tools: boolean
}

export function shapeOf({ contract, body: text }: SnippetRequest): Shape {
  const value: unknown = JSON.parse(text)
  const body =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? ({ ...value } as Record<string, unknown>)
      : {}
  const streams = body['stream'] === true
  const several = typeof body['n'] === 'number' && body['n'] > 1
  return {
    body,
    streams,
    // Several answers that arrive at once would be printed through each other.
    prints: contract === 'chat' && !(streams && several) ? 'text' : 'raw',
    tools: Array.isArray(body['tools']) && body['tools'].length > 0,
  }
}
