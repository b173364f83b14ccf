import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chatMessageSchema } from '#lib/contracts/api/chat-message.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const recorded = z.array(
  z.object({ path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
)
const folder = join(import.meta.dirname, '__fixtures__', 'clients')
const files = globSync('*.json', { cwd: folder }).toSorted()
const requestsOf = (file: string) =>
  recorded
    .parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .filter(({ body }) => body.includes('"claude/claude-x"'))

const stream = readFixture('anthropic', 'chat-text.sse.txt')
const plain = readFixture('anthropic', 'chat-message.json')

describe.each(files)('the requests of %s', file => {
  test('are forwarded byte for byte, but their model', async () => {
    for (const { path, headers, body } of requestsOf(file)) {
      const streams = /"stream": ?true/.test(body)
      sextant.upstream.next({
        kind: 'raw',
        parts: [streams ? stream : plain],
        ...(streams && { headers: { 'content-type': 'text/event-stream' } }),
      })

      const response = await sextant.post(path, body, { headers })
      const text = await response.text()

      expect([response.status, text.includes('"claude/claude-x"')]).toEqual([200, true])
      const sent = sextant.upstream.requests.at(-1)
      expect(sent?.body.toString()).toBe(body.replace('claude/claude-x', 'claude-x'))
      expect(sent?.headers).toMatchObject(headers)
    }
  })

  test('are translated to chat requests that any provider reads', async () => {
    for (const { path, headers, body } of requestsOf(file)) {
      const response = await sextant.post(path, body.replace('claude/claude-x', 'scripted/echo'), { headers })

      expect([response.status, (await response.text()).includes('event: error')]).toEqual([200, false])
      const messages: unknown = sextant.upstream.requests.at(-1)?.json?.messages
      expect(z.array(chatMessageSchema).min(1).safeParse(messages).error).toBeUndefined()
      expect(response.headers.get('sextant-ignored')).toBe(ignoredOf(body))
    }
  })
})

// Sent by Claude Code, and unknown to this provider.
const unknown = { context_management: 'context_management', effort: 'output_config.effort' }

function ignoredOf(body: string): string | null {
  const ignored = Object.entries(unknown).flatMap(([name, path]) =>
    body.includes(`"${name}":`) ? [path] : [],
  )
  return ignored.length === 0 ? null : ignored.join(', ')
}
