import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import {
  askAll,
  createTestNetwork,
  isHarmless,
  type SsrfEntry,
} from '#lib/web/fetch/__fixtures__/test-network.ts'
import { createTestScrape } from '#lib/capabilities/__fixtures__/test-scrape.ts'
import { startWebServer } from '#lib/capabilities/__fixtures__/web-server.ts'

const entries = JSON.parse(
  readFileSync(new URL('../../../e2e/fixtures/ssrf-urls.json', import.meta.url), 'utf8'),
) as SsrfEntry[]

test('all 25 addresses are present', () => {
  expect(entries).toHaveLength(25)
})

test.each(entries)('$id through a scrape, $expect: $why', async entry => {
  await using site = await startWebServer({}, (request, response) => {
    const to = /^\/redir\?to=(.*)$/.exec(request.url ?? '')?.[1]
    // A reused connection would skip the check.
    response.setHeader('connection', 'close')
    if (to === undefined) response.setHeader('content-type', 'text/html').end('<p>ok</p>')
    else response.writeHead(302, { location: to }).end()
  })
  const port = Number(site.host.split(':')[1])
  const network = createTestNetwork(entry, done => {
    const socket = connect(port, '127.0.0.1', () => done(socket))
  })
  const scrape = createTestScrape({ allowPrivateHosts: [], connect: network.connect })

  const { outcomes, right } = await askAll(entry, async url => (await scrape({ url })).markdown ?? '')

  expect(network.reached.filter(address => !isHarmless(address))).toEqual([])
  expect(outcomes).toEqual(right)
})
