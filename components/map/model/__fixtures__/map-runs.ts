import type { Run } from '#lib/client/run.ts'

export const startedRun: Run = {
  id: 'run-1',
  state: 'running',
  request: { method: 'POST', path: '/v1/map', body: '{"url":"https://a.test","stream":true,"details":true}' },
  response: { status: 200, headers: {}, body: null },
  events: [],
  timing: { startedAt: 1, firstMs: null, totalMs: null },
  failure: null,
}

/** The run with events of these contents; one every 100 ms. */
export function withEvents(contents: readonly unknown[], run: Run = startedRun): Run {
  const events = contents.map((content, at) => {
    const data = typeof content === 'string' ? content : JSON.stringify(content)
    return { number: at + 1, atMs: at * 100, bytes: data.length, kind: 'data' as const, data }
  })
  return { ...run, events }
}

export function chunkOf(urls: readonly string[], progress = { pages: 1, queued: 2, elapsed_ms: 300 }) {
  return {
    object: 'map.chunk',
    links: urls,
    details: urls.map(url => ({ url, source: 'page', depth: 1 })),
    progress,
  }
}

export function resultOf(urls: readonly string[]) {
  return {
    object: 'map.result',
    success: true,
    links: urls,
    details: urls.map(url => ({ url, source: 'page', depth: 1, title: `Title of ${url}` })),
    sitemaps: ['https://a.test/sitemap.xml'],
    stopped: 'limit',
  }
}
