import type { Behaviour } from './recording-server.ts'

export const searchText = 'The moon moves the tides [1].\nSo does the sun – “less” [2].'

export const searchSources = [
  { pageContent: 'The moon …', metadata: { title: 'Tides 😀', url: 'https://site.example/tides' } },
  { pageContent: 'The sun …', metadata: { title: 'The “sun”', url: 'https://site.example/sun?a=1&b=2' } },
]

const head = { id: 'web-1', created: 1_700_000_000, model: 'sextant-ai-search', system_fingerprint: 'fp_0' }
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
const lists = { images: [], videos: [], suggestions: ['And the wind?'] }

export function searchBody(): string {
  const message = { role: 'assistant', content: searchText, sources: searchSources, ...lists }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return JSON.stringify({ ...head, object: 'search.completion', choices, usage })
}

/** Steps before the answer, its sources first, its lists last. */
export function searchEvents(behaviour: Behaviour): string {
  const begun = [
    chunk({ details: { steps: [{ name: 'search', ms: 12 }] } }),
    chunk({ role: 'assistant', sources: searchSources }),
    chunk({ content: searchText.slice(0, 9) }),
    chunk({ content: searchText.slice(9) }),
  ]
  const error = { message: 'It did not work.', type: 'server_error', param: null }
  const broken = JSON.stringify({ error: { ...error, code: 'upstream_stream_interrupted' } })
  const end = [chunk(lists, 'stop'), JSON.stringify({ ...head, object, choices: [], usage }), '[DONE]']
  const rest = { answer: end, refuse: [], 'stream-error': [broken], cut: [] }[behaviour]
  return [...begun, ...rest].map(each => `data: ${each}\n\n`).join('')
}

const object = 'search.completion.chunk'

function chunk(delta: object, finish: string | null = null): string {
  return JSON.stringify({ ...head, object, choices: [{ index: 0, delta, finish_reason: finish }] })
}
