import { playgroundContracts } from '#lib/contracts/api/all-contracts.ts'
import { bodies, payload, type Playground, strange } from './hostile-bodies.ts'

/** Responses and views that no run produces, after one in which every text is hostile. */
export function hostileEntries(contract: Playground) {
  const path = playgroundContracts[contract].path
  const chunk = {
    choices: [
      {
        index: 0,
        delta: {
          content: payload,
          tool_calls: [{ index: 0, function: { name: payload, arguments: payload } }],
        },
      },
    ],
  }
  const run = {
    id: 'run',
    state: 'done',
    request: { method: 'POST', path, body: JSON.stringify(bodies[contract]) },
    response: { status: 200, headers: { [payload]: payload, 'x-request-id': payload }, body: null },
    events: [
      { number: 1, atMs: 1, bytes: 1, kind: 'data', data: JSON.stringify(chunk) },
      { number: 2, atMs: 2, bytes: 1, kind: 'data', data: payload },
      ...[mapChunk, searchChunk, ...strange.flatMap(odd => [strangeChunk(odd), strangeDelta(odd)])].map(
        (data, at) => ({
          number: at + 3,
          atMs: at + 3,
          bytes: 1,
          kind: 'data',
          data: JSON.stringify(data),
        }),
      ),
    ],
    timing: { startedAt: 1_763_000_000_000, firstMs: 1, totalMs: 2 },
    failure: null,
  }
  const entry = {
    version: 1,
    contract,
    pinned: false,
    createdAt: 1_763_000_000_000,
    draft: {
      contract,
      body: bodies[contract],
      origin: { contract: '/evil.example', runId: payload, label: payload },
    },
    runs: [run],
    view: {},
  }
  const failure = {
    kind: 'api',
    status: 500,
    code: payload,
    message: payload,
    param: payload,
    retryAfterMs: 1,
    raw: payload,
  }
  return [
    entry,
    { ...entry, draft: { ...entry.draft, origin: { contract: 'chat', runId: payload, label: payload } } },
    { ...entry, runs: [{ ...run, state: 'failed', failure }] },
    ...strange.map(odd => ({
      ...entry,
      view: odd,
      runs: [{ ...run, response: { ...run.response, body: JSON.stringify(odd) }, events: [] }],
    })),
    ...strange.map(field => ({ ...entry, view: Object.fromEntries(viewFields.map(name => [name, field])) })),
    ...strange.map(field => ({
      ...entry,
      runs: [
        {
          ...run,
          response: { ...run.response, body: JSON.stringify(strangeAnswer(contract, field)) },
          events: [],
        },
      ],
    })),
  ].map((each, at) => ({
    ...each,
    id: `entry-${contract}-${at}`,
    name: `Entry ${at} of ${contract}.`,
    runs: each.runs.map(one => ({ ...one, id: `run-${contract}-${at}` })),
  }))
}

const linked = {
  url: `https://a.example/${payload}`,
  source: 'crawl',
  depth: 2,
  lastmod: payload,
  title: payload,
}
const mapChunk = {
  object: 'map.chunk',
  links: [linked.url, payload, 'javascript:window.hit=8//'],
  details: [linked, { url: payload, source: payload, depth: payload, lastmod: payload, title: payload }],
  progress: { pages: payload, queued: payload, elapsed_ms: payload },
}

const found = {
  role: 'assistant',
  sources: [
    { pageContent: payload, metadata: { title: payload, url: 'https://a.example/' } },
    { pageContent: payload, metadata: { title: payload, url: 'javascript:window.hit=8//' } },
  ],
  content: `${payload} [1][2][3]\n\n[1]: https://evil.example/a`,
  images: [{ url: 'https://a.example/', img_src: 'https://evil.example/p.png', title: payload }],
  videos: [
    {
      url: 'https://a.example/',
      img_src: 'https://evil.example/p.png',
      title: payload,
      iframe_src: 'https://evil.example/player',
    },
  ],
  suggestions: [payload],
  details: {
    steps: [{ name: payload, ms: 1, note: payload }],
    query: payload,
    sources: [{ backend: payload, rank: 1, published: payload, also: [{ backend: payload, url: payload }] }],
    backends: [{ backend: payload, failure: payload, keyless: true }],
    deadline_ms: 120_000,
  },
}

const searchChunk = {
  object: 'search.completion.chunk',
  choices: [{ index: 0, delta: found, finish_reason: payload }],
}

/** A search with this value for each list and each part of the details. */
function strangeDelta(field: unknown) {
  const names = Object.keys(found)
  const lists = Object.fromEntries(names.map(name => [name, name === 'content' ? '' : [field]]))
  const details = Object.fromEntries(Object.keys(found.details).map(name => [name, [field]]))
  return { choices: [{ index: 0, delta: { ...lists, details }, finish_reason: field }] }
}

function strangeChunk(field: unknown) {
  return {
    object: 'map.chunk',
    links: [field],
    details: [{ url: field, source: field, depth: field, lastmod: field, title: field }, field],
    progress: field,
  }
}

const viewFields = [
  'turns',
  'tree',
  'columns',
  'records',
  'batches',
  'grades',
  'order',
  'shape',
  'texts',
  'rows',
  'points',
  'selection',
  'found',
]

function strangeAnswer(contract: Playground, field: unknown) {
  const page = { markdown: field, html: field, text: field, links: field, metadata: field, warning: field }
  const vectors = [
    { index: 0, embedding: field },
    { index: field, embedding: [1, field] },
  ]
  return {
    choices: [
      {
        index: 0,
        message: { content: field, tool_calls: field, sources: field, images: field, details: field },
        finish_reason: field,
      },
    ],
    data: contract === 'scrape' ? page : vectors,
    results: [
      { index: field, relevance_score: field },
      { index: 0, relevance_score: field, document: field },
    ],
    links: [field, 'https://a.example/'],
    details: field,
    sitemaps: [field],
    stopped: field,
    usage: field,
    model: field,
    error: field,
  }
}
