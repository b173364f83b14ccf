import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface UpstreamPage {
  readonly title: string
  readonly url: string
  readonly body: string
}

export interface SearxUpstream extends AsyncDisposable {
  readonly port: number
  /** Queries received by the general engine. */
  readonly queries: readonly string[]
  /** Results of the general engine, by a word of the query; its next responses may be a status instead. */
  readonly pages: UpstreamPage[]
  status: number
  /** No response. */
  hangs: boolean
}

/** Upstream of the general engine in the test server. */
export async function startSearxUpstream(): Promise<SearxUpstream> {
  const queries: string[] = []
  const state = { status: 200, hangs: false, pages: [] as UpstreamPage[] }
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://upstream').searchParams.get('q') ?? ''
    queries.push(query)
    if (state.hangs) return
    const words = query.toLowerCase().split(/\s+/)
    const items = state.pages.filter(({ title, body }) => {
      const text = `${title} ${body}`.toLowerCase()
      return words.some(word => text.includes(word))
    })
    const hints = items.length > 0 ? [{ t: `${query} explained` }] : []
    response.writeHead(state.status, { 'content-type': 'application/json' }).end(JSON.stringify({ items, hints }))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    queries,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  })
}
