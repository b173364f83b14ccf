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
    providers: [{ id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' }],
    timers: { plainMs: 30_000, firstEventMs: 30_000, keepAliveMs: 60_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const recorded = z.array(
  z.object({ path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
)
const folder = join(import.meta.dirname, '__fixtures__', 'responses-clients')
const files = globSync('*.json', { cwd: folder }).toSorted()
const requestsOf = (file: string) =>
  recorded
    .parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .filter(({ body }) => body.includes('"scripted/echo"'))

const stream = readFixture('openai', 'responses-text.sse.txt')
const plain = readFixture('openai', 'responses.json')
const withModel = (text: string) => text.replaceAll(/("model": ?")[^"]+/g, '$1gpt/gpt-x')

/** Reasoning of the scripted model, which OpenAI would reject. */
const ownReasoning = /,\{"type":"reasoning",[^\]]*\][^\]]*?"sx1\.[^}]*\}/g

/** Clients that do not say otherwise ask to store the response. */
function withoutStore(body: string): string {
  return body.includes('"store":false') ? body : `${body.slice(0, -1)},"store":false}`
}

describe.each(files)('the requests of %s', file => {
  test('are forwarded byte for byte, but their model and store', async () => {
    for (const { path, headers, body } of requestsOf(file)) {
      const streams = body.includes('"stream":true')
      const answer = streams ? stream : plain
      sextant.upstream.next({
        kind: 'raw',
        parts: [answer],
        ...(streams && { headers: { 'content-type': 'text/event-stream' } }),
      })

      const response = await sextant.post(path, body.replace('scripted/echo', 'gpt/gpt-x'), { headers })

      expect([response.status, await response.text()]).toEqual([200, withModel(answer)])
      const sent = sextant.upstream.requests.at(-1)
      expect(sent?.body.toString()).toBe(
        withoutStore(body.replace('scripted/echo', 'gpt-x').replaceAll(ownReasoning, '')),
      )
      expect(sent?.headers).toMatchObject(headers)
    }
  })

  test('are translated to chat requests that any provider reads', async () => {
    for (const { path, headers, body } of requestsOf(file)) {
      const response = await sextant.post(path, body, { headers })

      expect([response.status, (await response.text()).includes('event: error')]).toEqual([200, false])
      const messages: unknown = sextant.upstream.requests.at(-1)?.json?.messages
      expect(z.array(chatMessageSchema).min(1).safeParse(messages).error).toBeUndefined()
    }
  })
})

test('Codex gets the models in its own format, and other clients in that of OpenAI', async () => {
  const modelsOf = async (query: string) => {
    const headers = { authorization: `Bearer ${sextant.token}` }
    const response = await fetch(`${sextant.url}/v1/models${query}`, { headers })
    return (await response.json()) as { models: object[]; data?: object[] }
  }

  const codex = await modelsOf('?client_version=0.169.0')
  const other = await modelsOf('')

  expect(codex.data).toBeUndefined()
  expect(codex.models).toContainEqual(
    expect.objectContaining({ slug: 'scripted/echo', shell_type: 'unified_exec' }),
  )
  expect(other.data).toContainEqual(expect.objectContaining({ id: 'scripted/echo' }))
  expect(other.models).not.toContainEqual(expect.objectContaining({ slug: 'scripted/echo' }))
})
