import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({ providers: [{ id: 'vendor', server: 'openai' }] })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]

test('responses of a model that its vendor shuts down say when, and which model the vendor recommends', async () => {
  const { headers, status } = await sextant.chat({ model: 'vendor/gpt-5', messages })
  const transcriber = await sextant.chat({ model: 'vendor/gpt-4o-mini-transcribe', messages })

  expect(status).toBe(200)
  expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 11, 11) / 1000}`)
  expect(headers.get('sunset')).toBe('Fri, 11 Dec 2026 00:00:00 GMT')
  // No vendor recommends another model.
  expect(headers.get('link')).toBeNull()
  expect(transcriber.headers.get('sunset')).toBe('Fri, 26 Feb 2027 00:00:00 GMT')
  expect(transcriber.headers.get('link')).toBe('</v1/models/vendor/gpt-transcribe>; rel="successor-version"')
})

test.each(['vendor/gpt-6-sol', 'scripted/gpt-5'])('responses of %s have no such headers', async model => {
  const { headers } = await sextant.chat({ model, messages })

  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null])
})
