/**
 * Runs in its own network namespace, where one server listens on every address of `ssrf-urls.json` on port 8080:
 * fetches each entry with real sockets and prints results and leaks as one line of JSON.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { askAll, createTestResolver, isHarmless, type SsrfEntry } from './test-network.ts'

const entries = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as SsrfEntry[]
const leaks: string[] = []
const server = createServer((request, response) => {
  const address = (request.socket.localAddress ?? '').replace(/^::ffff:/, '')
  if (!isHarmless(address)) leaks.push(address)
  const to = /^\/redir\?to=(.*)$/.exec(request.url ?? '')?.[1]
  response.setHeader('connection', 'close')
  if (to === undefined) response.end('ok')
  else response.writeHead(302, { location: to }).end()
})
await new Promise<void>(resolve => server.listen(8080, '::', resolve))

// Verifies that the server detects leaks.
await fetch('http://10.0.0.5:8080/')
const control = leaks.splice(0)

const results = []
for (const entry of entries) {
  const safeFetch = createSafeFetch({
    allowPrivateHosts: [],
    connect: { resolve: createTestResolver(entry) },
  })
  const options = { signal: new AbortController().signal, timeoutMs: 3000, bytesMax: 1000 }
  const asked = await askAll(entry, async url => (await (await safeFetch(url, options)).bytes()).toString())
  results.push({ id: entry.id, ...asked, leaks: leaks.splice(0) })
}
process.stdout.write(`${JSON.stringify({ control, results })}\n`)
process.exit()
