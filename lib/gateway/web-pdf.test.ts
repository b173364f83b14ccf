import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { scrapeCompletionSchema } from '#lib/contracts/api/scrape.ts'
import { makeEncryptedPdf } from '#lib/documents/__fixtures__/make-encrypted-pdf.ts'
import { makePdf } from '#lib/documents/__fixtures__/make-pdf.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  const tides = await makePdf([pen => pen.write('The moon moves the tides.', 60, 100)])
  site = await startWebServer({
    '/tides.pdf': typed('application/pdf', tides),
    '/unnamed': typed(null, tides),
    '/locked.pdf': typed('application/pdf', makeEncryptedPdf('Secret', { user: 'moon', owner: 'sea' })),
    '/broken.pdf': typed('application/pdf', '%PDF-1.7\nnothing of a PDF'),
  })
  sextant = await startTestGateway({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const scrape = (path: string, params: object = {}) =>
  sextant.post('/v1/web', { model: 'scrape', params: { url: `${site.origin}${path}`, ...params } })

test.each(['/tides.pdf', '/unnamed'])('a PDF file is read as text: %s', async path => {
  const response = await scrape(path, { formats: ['markdown', 'text'] })

  expect(response.status).toBe(200)
  const { data, usage } = scrapeCompletionSchema.parse(await response.json())
  expect(data).toMatchObject({ markdown: 'The moon moves the tides.', text: 'The moon moves the tides.' })
  expect(data.metadata).toMatchObject({ contentType: 'application/pdf', statusCode: 200 })
  expect(usage.completion_tokens).toBeGreaterThan(3)
})

test.each([
  ['/tides.pdf', { parsePDF: false }, 415, 'unsupported_content_type'],
  ['/locked.pdf', {}, 422, 'unprocessable_file'],
  ['/broken.pdf', {}, 422, 'unprocessable_file'],
])('an unreadable file is reported with its URL field: %s %o', async (path, params, status, code) => {
  const response = await scrape(path, params)

  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { code, param: 'params.url' } })
})

test('the text of a PDF is cached like a page, the file is not', async () => {
  const answers = [
    await scrape('/tides.pdf', { maxAge: 60_000 }),
    await scrape('/tides.pdf', { maxAge: 60_000 }),
  ]

  expect(answers.map(response => response.headers.get('sextant-cache'))).toEqual(['miss', 'hit'])
  const left = await readdir(join(sextant.dataDir, 'uploads'))
  expect(left.filter(name => name.startsWith('page-'))).toEqual([])
})
