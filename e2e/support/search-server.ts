/**
 * A search server on loopback that speaks SearXNG's JSON: it finds the pages of the local site by their
 * words, images of the site, and videos. Requests can be held or rejected.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { docPages } from './site-texts.ts'

export interface SearchServer extends AsyncDisposable {
  readonly baseUrl: string
  /** Queries, in order; images and videos are separate requests. */
  readonly queries: readonly string[]
  /** Answers every question with this status until it is disposed of. */
  refuse(status: number): Disposable
  /** Holds every query until disposed. */
  hold(): SearchPause
}

export interface SearchPause extends Disposable {
  /** Resolves when a request is waiting. */
  readonly asked: Promise<void>
}

/** @param site origin of the pages that are found */
export async function startSearchServer(site: string): Promise<SearchServer> {
  const queries: string[] = []
  let refusal: number | null = null
  let held: { readonly asked: () => void; readonly until: Promise<void> } | null = null
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const query = searchParams.get('q') ?? ''
    const engines = searchParams.get('engines') ?? ''
    if (engines === '') queries.push(query)
    held?.asked()
    void Promise.resolve(held?.until).then(() => {
      if (refusal !== null) return response.writeHead(refusal).end()
      const answer = { query, results: resultsOf(site, query, engines), answers: [], infoboxes: [] }
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...answer, suggestions: [], unresponsive_engines: [] }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queries,
    refuse(status) {
      refusal = status
      return { [Symbol.dispose]: () => void (refusal = null) }
    },
    hold() {
      const someone = Promise.withResolvers<void>()
      const until = Promise.withResolvers<void>()
      held = { asked: someone.resolve, until: until.promise }
      const release = () => {
        held = null
        until.resolve()
      }
      return { asked: someone.promise, [Symbol.dispose]: release }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function resultsOf(site: string, query: string, engines: string): readonly object[] {
  if (engines.includes('images')) return [1, 2, 3].map(number => pictureOf(site, number))
  if (engines === 'youtube') return [videoAt(site)]
  const words = wordsOf(query)
  return docPages
    .map(page => ({ page, shared: wordsOf(`${page.title} ${page.text}`).intersection(words).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ page: { path, title, text } }) => ({
      title,
      url: site + path,
      content: text,
      engine: engines === '' ? 'web' : engines.split(',')[0],
      publishedDate: '2025-06-21T00:00:00',
    }))
}

function pictureOf(site: string, number: number) {
  const src = `${site}/pictures/${number}.png`
  const url = `${site}${docPages[number]?.path}`
  return { title: `The harbour ${number}`, url, img_src: src, thumbnail_src: src, engine: 'bing images' }
}

function videoAt(site: string) {
  return {
    title: 'Tides in a minute',
    url: 'https://www.youtube.com/watch?v=abc123',
    content: 'A video about tides.',
    thumbnail: `${site}/pictures/1.png`,
    iframe_src: 'https://www.youtube-nocookie.com/embed/abc123',
    engine: 'youtube',
  }
}

const common: ReadonlySet<string> = new Set(
  'a at and by do does how in is it of the to what which'.split(' '),
)

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]{2,}/g) ?? []
  return new Set(words.filter(word => !common.has(word)))
}
