import type { SnippetContract, SnippetRequest } from './snippet.ts'

/** Properties of a request that templates need to print its response. */
export interface Shape {
  readonly body: Readonly<Record<string, unknown>>
  readonly streams: boolean
  /**
   * `text`: the generated text; `vectors`: size and first numbers of each; `ranking`: best first, with scores;
   * `links`: one per line; `page`: the requested format; `raw`: the API's JSON, one event per line.
   */
  readonly prints: 'text' | 'vectors' | 'ranking' | 'links' | 'page' | 'raw'
  /** The request: `params` of an envelope, else the body. */
  readonly asked: Readonly<Record<string, unknown>>
  /** The printed format of a page. */
  readonly format: string
  /** A map filtered by search words. */
  readonly searches: boolean
  /** Encoding of the vectors. */
  readonly encoding: 'float' | 'base64'
  /** Whether the response may contain tool calls. */
  readonly tools: boolean
  /** Whether the text has sources, printed below it. */
  readonly sources: boolean
}

export function shapeOf({ contract, body: text }: SnippetRequest): Shape {
  const body = toFields(JSON.parse(text))
  const asked = enveloped.has(contract) ? toFields(body['params']) : body
  const streams = streaming.has(contract) && body['stream'] === true
  const several = typeof body['n'] === 'number' && body['n'] > 1
  const formats = Array.isArray(asked['formats']) ? asked['formats'].map(String) : ['markdown']
  return {
    body,
    asked,
    streams,
    prints: toPrints(contract, { several: streams && several, formats }),
    format: formats[0] ?? 'markdown',
    searches: contract === 'map' && typeof body['search'] === 'string' && body['search'].trim() !== '',
    encoding: (body['encoding_format'] ?? body['embedding_type']) === 'base64' ? 'base64' : 'float',
    tools: Array.isArray(body['tools']) && body['tools'].length > 0,
    sources: contract === 'search',
  }
}

const enveloped: ReadonlySet<string> = new Set<SnippetContract>(['scrape', 'search'])
const streaming: ReadonlySet<string> = new Set<SnippetContract>([
  'chat',
  'messages',
  'responses',
  'map',
  'search',
])

const printsByContract: Readonly<Record<string, Shape['prints']>> = {
  chat: 'text',
  messages: 'text',
  responses: 'text',
  embeddings: 'vectors',
  rerank: 'ranking',
  map: 'links',
  scrape: 'page',
  search: 'text',
} satisfies Partial<Record<SnippetContract, Shape['prints']>>

const printedFormats: ReadonlySet<string> = new Set(['markdown', 'html', 'rawHtml', 'text', 'links'])

function toPrints(
  contract: string,
  { several, formats }: { several: boolean; formats: readonly string[] },
): Shape['prints'] {
  // Several answers in parallel would be interleaved.
  if (several) return 'raw'
  const single = formats.length === 1 && printedFormats.has(formats[0] ?? '')
  if (contract === 'scrape' && !single) return 'raw'
  return printsByContract[contract] ?? 'raw'
}

function toFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
