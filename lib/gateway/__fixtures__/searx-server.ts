import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SearxResult {
  readonly title: string
  readonly url: string
  readonly content?: string
  readonly img_src?: string
  readonly thumbnail?: string
  readonly iframe_src?: string
  readonly publishedDate?: string
}

export interface SearxAnswer {
  readonly results?: readonly SearxResult[]
  readonly answers?: readonly unknown[]
  /** Engines that did not respond, with the reason. */
  readonly unresponsive?: readonly (readonly [string, string])[]
}

export interface SearxServer extends AsyncDisposable {
  readonly origin: string
  /** Requests in order: the query, and `engines` if set. */
  readonly asked: { readonly q: string; readonly engines: string; readonly language: string }[]
  /** Results by `engines`; `''` is the general category. */
  found: Readonly<Record<string, SearxAnswer>>
  /** Lists of `engines` that get an error. */
  readonly failing: Set<string>
  /** Overrides the response. */
  fault: ((response: ServerResponse) => void) | null
}

/** A search server on loopback that speaks SearXNG's JSON. */
export async function startSearxServer(): Promise<SearxServer> {
  const asked: { q: string; engines: string; language: string }[] = []
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://searx')
    const engines = searchParams.get('engines') ?? ''
    asked.push({ q: searchParams.get('q') ?? '', engines, language: searchParams.get('language') ?? '' })
    if (searx.failing.has(engines)) return response.writeHead(500).end()
    if (searx.fault !== null) return searx.fault(response)
    const { results = [], answers = [], unresponsive = [] } = searx.found[engines] ?? {}
    const named = results.map(result => ({ engine: engines.split(',')[0] ?? 'web', ...result }))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({
          results: named,
          answers,
          infoboxes: [],
          suggestions: [],
          unresponsive_engines: unresponsive,
        }),
      )
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const searx: SearxServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    found: {},
    failing: new Set(),
    fault: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return searx
}
