import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({ providers: [{ id: 'vendor', server: 'openai' }] })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]

test('responses of a model that its vendor shuts down say when', async () => {
  const { headers, status } = await sextant.chat({ model: 'vendor/gpt-5', messages })

  expect(status).toBe(200)
  expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 11, 11) / 1000}`)
  expect(headers.get('sunset')).toBe('Fri, 11 Dec 2026 00:00:00 GMT')
})

test.each(['vendor/gpt-6-sol', 'scripted/gpt-5'])('responses of %s have no such headers', async model => {
  const { headers } = await sextant.chat({ model, messages })

  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null])
})
