/** Strings that would run, load or redirect if interpreted as markup, a URL or an object key. */
export const payload = [
  '<img src=x onerror="window.hit=1"><svg onload="window.hit=2"><script>window.hit=3</script>',
  '[x](javascript:window.hit=4) ![x](https://evil.example/p.png) <https://evil.example/a>',
  '[x](data:text/html,<script>window.hit=5</script>) ${alert(6)} {{7*7}} </script></style>',
].join('\n')
const address = 'javascript:window.hit=8//'
const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit=9"/>')}`

/** Values that no form produces, and that crash a page that renders or calls them unchecked. */
export const strange = [
  payload,
  address,
  { toString: 1, map: 'x', length: 7 },
  [[null, { type: [] }]],
  1e300,
  null,
  true,
]

export const bodies = {
  chat: {
    model: payload,
    messages: [
      { role: 'system', content: payload },
      {
        role: 'user',
        content: [
          { type: 'text', text: payload },
          { type: 'image_url', image_url: { url: address, detail: payload } },
          { type: 'image_url', image_url: { url: svg } },
        ],
      },
      {
        role: 'assistant',
        content: payload,
        tool_calls: [{ id: payload, type: 'function', function: { name: payload, arguments: payload } }],
      },
      { role: 'tool', tool_call_id: payload, content: payload },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: payload,
          description: payload,
          parameters: { type: payload, properties: { [payload]: { type: payload, description: payload } } },
        },
      },
    ],
    response_format: { type: 'json_schema', json_schema: { name: payload, schema: { type: payload } } },
    stop: [payload],
    metadata: { [payload]: payload },
    [payload]: payload,
  },
  embeddings: {
    model: payload,
    input: [payload, address, svg, '=1+1', payload.repeat(3)],
    dimensions: payload,
    task: payload,
    [payload]: payload,
  },
  rerank: {
    model: payload,
    query: payload,
    documents: [payload, { text: payload, title: address }, { [payload]: payload }],
    top_n: payload,
    rank_fields: [payload],
    [payload]: payload,
  },
  map: {
    url: payload,
    search: payload,
    limit: payload,
    timeout: payload,
    ignoreSitemap: payload,
    details: true,
    [payload]: payload,
  },
  scrape: {
    model: payload,
    params: {
      url: payload,
      formats: [payload, address],
      includeTags: [payload],
      headers: { [payload]: payload },
      timeout: payload,
      [payload]: payload,
    },
    [payload]: payload,
  },
  search: {
    model: 'sextant-ai-search',
    params: {
      query: payload,
      focusMode: payload,
      optimizationMode: payload,
      chatModel: { provider: payload, model: payload },
      embeddingModel: { name: address },
      history: [
        ['human', payload],
        ['assistant', payload],
        ['human', { toString: 1 }],
      ],
      language: payload,
      [payload]: payload,
    },
    stream: payload,
    [payload]: payload,
  },
} as const

export type Playground = keyof typeof bodies

/**
 * Combines each field with each unexpected value once; in each body all fields have different unexpected
 * values. Includes fields inside an object of the body.
 */
export function strangeBodies(body: Record<string, unknown>): Record<string, unknown>[] {
  const { params } = body
  const within = isObject(params) ? strangeFields(params).map(inner => ({ ...body, params: inner })) : []
  return [...strangeFields(body), ...within]
}

function strangeFields(body: Record<string, unknown>): Record<string, unknown>[] {
  const fields = Object.keys(body)
  // Every second turn: a page load each. Any two fields in a row still meet every value.
  const turns = strange.keys().filter(turn => turn % 2 === 0)
  return Array.from(turns, turn =>
    Object.fromEntries(fields.map((field, at) => [field, strange[(at + turn) % strange.length]])),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
