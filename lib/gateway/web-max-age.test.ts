import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { scrapeCompletionSchema } from '#lib/contracts/api/scrape.ts'
import type { Browser } from '#lib/web/browser/browser.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  site = await startWebServer({ '/llamas': '<p>Llamas eat grass.</p>' })
  sextant = await startTestGateway({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

describe('maxAge', () => {
  test('is ignored unless requested, and a missing page is not cached', async () => {
    const url = `${site.origin}/nowhere`
    const scrape = (params: object) =>
      sextant.post('/v1/web', { model: 'scrape', params: { url, ...params } })
    const before = site.asked.length

    const answers = [await scrape({}), await scrape({ maxAge: 60_000 }), await scrape({ maxAge: 60_000 })]

    expect(answers.map(response => response.headers.get('sextant-cache'))).toEqual([null, 'miss', 'miss'])
    expect(site.asked.length - before).toBe(3)
  })

  test('is a miss, then a hit in any format; other headers fetch another page', async () => {
    const url = `${site.origin}/llamas`
    const scrape = (params: object) =>
      sextant.post('/v1/web', { model: 'scrape', params: { url, maxAge: 60_000, ...params } })
    const before = site.asked.length

    const miss = await scrape({})
    const hit = await scrape({ formats: ['text'] })
    const otherHeaders = await scrape({ headers: { 'accept-language': 'de' } })

    expect([miss, hit, otherHeaders].map(each => each.headers.get('sextant-cache'))).toEqual([
      'miss',
      'hit',
      'miss',
    ])
    expect(site.asked.length - before).toBe(2)
    expect(scrapeCompletionSchema.parse(await hit.json()).data.text).toBe('Llamas eat grass.')
  })

  test('caches a page as rendered by a browser, so that its scripts run once', async () => {
    await using shells = await startWebServer({ '/': '<div id="root"></div><script src="/app.js"></script>' })
    const url = `${shells.origin}/`
    let renders = 0
    const text = '<p>Made by a script.</p>'
    const browser: Browser = {
      render() {
        renders++
        const page = { url, status: 200, contentType: 'text/html', kind: 'html', text } as const
        return Promise.resolve({ page, screenshot: null })
      },
    }
    await using other = await startTestGateway({ allowPrivateHosts: [shells.host], browser })
    const scrape = () => other.post('/v1/web', { model: 'scrape', params: { url, maxAge: 60_000 } })

    const answers = [await scrape(), await scrape()]

    expect(answers.map(each => each.headers.get('sextant-cache'))).toEqual(['miss', 'hit'])
    for (const answer of answers) {
      expect(scrapeCompletionSchema.parse(await answer.json()).data.markdown).toBe('Made by a script.')
    }
    expect(renders).toBe(1)
  })
})
