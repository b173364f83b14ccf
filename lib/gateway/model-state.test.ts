import { expect, test } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

test('a stream that waits for an embedded model to load says how far it is, and why, before a keep-alive is due', async () => {
  await using host = await startScriptedUpstream()
  const note = 'loading 40%; reason=first_use'
  const headersSent = Promise.withResolvers<void>()
  const wait = { beforeEvent: 0, until: headersSent.promise }
  host.next({ kind: 'answer', text: 'Hello', comments: [note], wait })
  await using sextant = await startTestGateway({
    local: { baseUrl: host.baseUrl, token: 'internal', checkChat: () => undefined },
    timers: { firstEventMs: 20_000, idleMs: 20_000, streamMs: 30_000, keepAliveMs: 20_000 },
  })
  const messages = [{ role: 'user', content: 'Hi' }]

  const response = await sextant.chat({ model: 'local/small', messages, stream: true })
  headersSent.resolve()
  const body = await response.text()

  expect(response.headers.get('sextant-model-state')).toBe('loading; progress=40%; reason=first_use')
  expect(body.startsWith(`: ${note}\n\n`)).toBe(true)
  expect(body).toContain('Hello')
})
