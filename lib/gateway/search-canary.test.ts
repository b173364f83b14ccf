import { expect, test } from 'vitest'
import { type BackendReply, startBackend } from '#lib/search-backends/__fixtures__/backend-server.ts'
import { readFiles } from './__fixtures__/read-files.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

const key = 'canary-key-of-a-search-backend-0123'

test('the key and the URL of a search backend are in no response, header, log line, row or file', async () => {
  const result = { title: key, url: `https://example.org/${key}`, description: `llama ${key}` }
  const replies: BackendReply[] = [
    { body: { web: { results: [result] } } },
    { status: 401, headers: { 'x-error': key }, body: key },
    { body: `no JSON ${key}` },
    { status: 302, headers: { location: `https://example.org/${key}` }, body: key },
  ]
  const seen: string[] = []
  for (const reply of replies) {
    await using backend = await startBackend(reply)
    const configured = [{ id: 'brave', baseUrl: backend.origin, apiKey: key }] as const
    await using sextant = await startTestGateway({ search: { configured } })

    for (const model of ['search', 'sextant-ai-search']) {
      const params = { query: 'llama', optimizationMode: 'speed', chatModel: { model: 'local/extractive' } }
      const response = await sextant.post('/v1/web', { model, params, details: true })
      seen.push(await response.text(), ...response.headers.values())
    }

    expect(backend.asked[0]?.headers['x-subscription-token']).toBe(key)
    await expect
      .poll(async () => (await sextant.store.requests.list(sextant.teamId, { limit: 50 })).length)
      .toBe(2)
    seen.push(JSON.stringify(await sextant.store.requests.list(sextant.teamId, { limit: 50 })))
    seen.push(JSON.stringify(sextant.logs))
    seen.push(...readFiles(sextant.dataDir).map(({ text }) => text))
    expect(seen.join('\n')).not.toContain(backend.origin)
  }

  expect(seen.join('\n')).toContain('[redacted]')
  expect(seen.join('\n')).toContain('401: key rejected')
  expect(seen.join('\n')).not.toContain(key)
})
