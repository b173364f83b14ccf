import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startWebServer, typed } from '#lib/capabilities/__fixtures__/web-server.ts'
import { sitemapOf } from '#lib/capabilities/__fixtures__/test-site.ts'
import { startTestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { acquireAnswerMemory } from './answer-memory.ts'

// Workers start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

test('over the memory limit the end of a large map is an error; other requests succeed', async () => {
  const locs = Array.from({ length: 3000 }, (_, at) => `/${at}/${'x'.repeat(500)}`)
  await using site = await startWebServer({
    '/': 'start',
    '/sitemap.xml': (request, response) => {
      const origin = `http://${request.headers.host}`
      typed('application/xml', sitemapOf(...locs.map(loc => origin + loc)))(request, response)
    },
  })
  await using sextant = await startTestGateway({ allowPrivateHosts: [site.host] })
  const map = async (params: object): Promise<string> => {
    const body = { url: site.origin, sitemapOnly: true, stream: true, ...params }
    return await (await sextant.post('/v1/map', body)).text()
  }
  const unread = new ServerResponse(new IncomingMessage(new Socket()))
  acquireAnswerMemory(unread, 512 * 1024 * 1024)

  const large = await map({})
  expect(large).toContain('rate_limit_exceeded')
  expect(large).not.toContain('[DONE]')
  expect(await map({ limit: 10 })).toContain('[DONE]')

  unread.emit('close')
  expect(await map({})).toContain('[DONE]')
})
