import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BenchServer extends AsyncDisposable {
  readonly host: string
}

const subjects = ['tides', 'stars', 'charts', 'sextants', 'compasses', 'logs', 'winds', 'latitudes']
const results = 20
const paragraphs = 60

/** A search server with twenty fixed results, and the site that hosts three of them. */
export async function startSearchServers(): Promise<{ search: BenchServer; site: BenchServer }> {
  const page = `<!doctype html><title>Navigation</title><article><h1>Navigation</h1>${Array.from(
    { length: paragraphs },
    (_, at) => `<p>${sentencesOf(at, 4)}</p>`,
  ).join('')}</article>`
  const site = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  const body = JSON.stringify({
    results: Array.from({ length: results }, (_, at) => ({
      title: `How word${at} and ${subjects[at % subjects.length]} belong together`,
      url: at < 3 ? `http://${site.host}/${at}` : `https://site${at}.example/page`,
      content: sentencesOf(at, 3),
      engine: 'web',
    })),
    answers: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  })
  const search = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  )
  return { search, site }
}

function sentencesOf(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const subject = subjects[(seed + at) % subjects.length]
    return `In ${1700 + seed} the word${at} of ${subject} was measured at ${seed * 7 + at} degrees by its makers.`
  }).join(' ')
}

async function serve(answer: RequestListener): Promise<BenchServer> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
