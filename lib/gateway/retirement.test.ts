import { afterAll, beforeAll, expect, test } from 'vitest'
import { recording } from './__fixtures__/recording.ts'
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
  // The catalog knows no model that the vendor recommends instead.
  expect(headers.get('link')).toBeNull()
})

test('where the vendor recommends another model, responses link to it', async () => {
  sextant.upstream.next({ kind: 'raw', parts: [JSON.stringify({ text: 'Hello there.', duration: 2 })] })
  const form = new FormData()
  form.set('model', 'vendor/whisper-1')
  form.set('file', new File([recording(2)], 'talk.wav', { type: 'audio/wav' }))
  const response = await fetch(`${sextant.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sextant.token}` },
    body: form,
  })

  expect(response.status).toBe(200)
  expect(response.headers.get('sunset')).toBe('Fri, 26 Feb 2027 00:00:00 GMT')
  expect(response.headers.get('link')).toBe('</v1/models/vendor/gpt-transcribe>; rel="successor-version"')
})

test.each(['vendor/gpt-6-sol', 'scripted/gpt-5'])('responses of %s have no such headers', async model => {
  const { headers } = await sextant.chat({ model, messages })

  expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([null, null, null])
})
