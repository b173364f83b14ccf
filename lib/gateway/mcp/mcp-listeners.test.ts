import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMcp } from '#lib/gateway/__fixtures__/mcp-client.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { KeyCache } from '#lib/gateway/auth/key-cache.ts'
import { createLog } from '#lib/gateway/log.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import { McpListeners } from './mcp-listeners.ts'

let sextant: TestGateway
beforeAll(async () => (sextant = await startTestGateway()))
afterAll(async () => await sextant[Symbol.asyncDispose]())

const actor = { id: null, name: 'test', address: null }

/** An open stream, its text so far, and how to end it. */
async function listen(token: string, notifications: object = { toolsListChanged: true }) {
  const leaving = new AbortController()
  const answer = await sendMcp(
    sextant,
    'subscriptions/listen',
    { notifications },
    { token, signal: leaving.signal },
  )
  const stream = { text: '', ended: false, leave: () => leaving.abort() }
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const part of answer.body ?? []) stream.text += decoder.decode(part, { stream: true })
  }
  const end = () => void (stream.ended = true)
  read().then(end, end)
  return stream
}

describe('a client that listens', () => {
  test('gets an acknowledgment and comments, and is no request in progress', async () => {
    const { token } = await sextant.makeKey({ parallel: 1, requestsPerMinute: 1 })
    const stream = await listen(token)

    await expect.poll(() => stream.text).toContain('notifications/subscriptions/acknowledged')
    await expect.poll(() => stream.text).toContain(': keepalive')
    const { headers } = await sextant.post(
      '/v1/rerank',
      { model: 'scripted/words', query: 'a', documents: ['a'] },
      { token },
    )
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('0')
    stream.leave()
  })

  test('is notified of other tools when the scopes of its key change, and of nothing else', async () => {
    const { token, id } = await sextant.makeKey({ scopes: ['web'] })
    const { token: otherToken } = await sextant.makeKey({ scopes: ['web'] })
    const [stream, other] = [await listen(token), await listen(otherToken)]

    await sextant.store.keys.change(sextant.teamId, id, { name: 'renamed' }, actor)
    await sextant.store.keys.change(sextant.teamId, id, { scopes: ['web', 'rerank'] }, actor)

    await expect.poll(() => stream.text).toContain('notifications/tools/list_changed')
    expect(stream.text.match(/list_changed/g)).toHaveLength(1)
    expect(other.text).not.toContain('list_changed')
    stream.leave()
    other.leave()
  })

  test('is ended when its key is revoked', async () => {
    const { token, id } = await sextant.makeKey()
    const stream = await listen(token)

    await sextant.store.keys.revoke(sextant.teamId, id)

    await expect.poll(() => stream.ended).toBe(true)
  })

  test('may open four streams with a key, and another one when it closed one', async () => {
    const { token } = await sextant.makeKey()
    const streams = await Promise.all(Array.from({ length: 4 }, () => listen(token)))
    const fifth = await listen(token)

    await expect.poll(() => fifth.text).toContain('4 MCP clients of this key are already listening')
    streams[0]?.leave()
    const opens = async () => {
      const stream = await listen(token)
      await expect.poll(() => stream.text).toContain('"')
      if (!stream.text.includes('acknowledged')) return false
      stream.leave()
      return true
    }
    await expect.poll(opens).toBe(true)
    for (const stream of streams) stream.leave()
  })

  test('takes no slot when it left before its stream opened', async () => {
    const log = createLog('error', 'test')
    const keys = new KeyCache({ find: () => Promise.resolve(key), log })
    const listeners = new McpListeners({ keys, log, keepAliveMs: 1000, version: '1.0' })
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
    outgoing.destroy()
    const request = new Request('http://localhost/mcp', { method: 'POST' })

    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(listeners.serve(key, request, { parsedBody: {}, outgoing })).rejects.toMatchObject({
        code: 'client_closed',
      })
    }
  })

  test('for what this server does not report is acknowledged and ended', async () => {
    const stream = await listen(sextant.token, { promptsListChanged: true })

    await expect.poll(() => stream.ended).toBe(true)
    expect(stream.text).toContain('acknowledged')
  })
})

const key: LimitedKey = {
  id: 'key_1',
  teamId: 'team_1',
  ownerId: null,
  name: '',
  kind: 'api',
  hash: '',
  prefix: '',
  last4: '',
  scopes: [],
  models: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
  parallel: null,
  createdAt: 0,
  expiresAt: null,
  disabledAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replaces: null,
  keepBodies: false,
  budgetId: null,
  spentNanos: 0,
  ceilings: {},
  defaultModel: null,
  firstKeyId: null,
  teamBudgetId: null,
  rejectsUnpriced: false,
  answerTokensMax: null,
  teamLimits: { requestsPerMinute: null, tokensPerMinute: null, parallel: null },
}
