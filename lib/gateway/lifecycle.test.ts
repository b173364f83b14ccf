import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hello' }]

describe('shutdown', () => {
  test('requests that end in time are complete, others get an in-band error, and every row is written', async () => {
    await using sextant = await startTestGateway({ timers: { drainMs: 1500 } })
    const short = await sextant.chat({ model: 'scripted/chunks-5-20', messages, stream: true })
    const long = await sextant.chat({ model: 'scripted/chunks-400-20', messages, stream: true })
    const [shortEvents, longEvents] = [readEvents(short), readEvents(long)]

    await sextant.gateway.drain()

    expect(await shortEvents).toMatchObject({ done: true, error: null })
    expect(await longEvents).toMatchObject({ done: false, error: { code: 'server_shutdown' } })
    expect(
      await sextant.store.requests.get(sextant.teamId, short.headers.get('x-request-id') ?? ''),
    ).toMatchObject({ status: 200 })
    const row = await sextant.store.requests.get(sextant.teamId, long.headers.get('x-request-id') ?? '')
    expect(row).toMatchObject({ errorCode: 'server_shutdown' })
    expect(row?.completionTokens).toBeGreaterThan(0)
  })

  test('/readyz fails at once, while requests are still accepted for the drain delay', async () => {
    await using sextant = await startTestGateway({ config: { drainDelayMs: 1500 } })
    const draining = sextant.gateway.drain()
    const ready = await fetch(`${sextant.url}/readyz`)
    const answer = await sextant.chat({ model: 'scripted/echo', messages })
    await draining

    expect([ready.status, answer.status]).toEqual([503, 200])
    await expect(fetch(`${sextant.url}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('isolation of parsers', () => {
  test.each(['namespaces', 'javascript'] as const)(
    '/readyz and the log name it, with its gaps: %s',
    async isolation => {
      const parsers = { isolation, not_closed: ['a gap'] }
      await using sextant = await startTestGateway({ files: { isolation: () => Promise.resolve(parsers) } })

      expect(await (await fetch(`${sextant.url}/readyz`)).json()).toMatchObject({ parsers })
      expect(sextant.logs.filter(line => line['isolation'] === isolation)).toEqual([
        expect.objectContaining({ not_closed: ['a gap'] }),
      ])
    },
  )
})

describe('database unavailable', () => {
  test('cached keys keep working; rows are buffered and written exactly once when it is back', async () => {
    let unavailable = false
    const refused = Promise.withResolvers<void>()
    const fail = () => Promise.reject(new Error('store away'))
    await using sextant = await startTestGateway({
      store: store => ({
        ...store,
        keys: { ...store.keys, findByHash: hash => (unavailable ? fail() : store.keys.findByHash(hash)) },
        requests: {
          ...store.requests,
          insertMany(rows) {
            if (!unavailable) return store.requests.insertMany(rows)
            refused.resolve()
            return fail()
          },
        },
      }),
    })
    await sextant.chat({ model: 'scripted/echo', messages })
    unavailable = true
    const during = await sextant.chat({ model: 'scripted/echo', messages })
    await refused.promise
    unavailable = false

    expect(during.status).toBe(200)
    expect(await sextant.row(during.headers.get('x-request-id'))).toMatchObject({ status: 200 })
    expect(await sextant.store.requests.list(sextant.teamId, { limit: 10 })).toHaveLength(2)
  })

  test('an uncached key gets a retryable error, and works when the database is back', async () => {
    let unavailable = true
    await using sextant = await startTestGateway({
      store: store => ({
        ...store,
        keys: {
          ...store.keys,
          findByHash: hash =>
            unavailable ? Promise.reject(new Error('store away')) : store.keys.findByHash(hash),
        },
      }),
    })

    const during = await sextant.chat({ model: 'scripted/echo', messages })
    unavailable = false
    const after = await sextant.chat({ model: 'scripted/echo', messages })

    expect(during.status).toBe(503)
    expect(during.headers.get('retry-after')).toBe('1')
    expect(await during.json()).toEqual({
      error: {
        message: 'Cannot look up the API key: the database is not responding. Retry the request.',
        type: 'server_error',
        param: null,
        code: 'store_unavailable',
      },
    })
    expect(after.status).toBe(200)
    expect(
      sextant.logs.filter(line => line['text'] === 'database unavailable; serving cached keys'),
    ).toHaveLength(1)
  })

  test('at shutdown rows are buffered on disk, and the next start writes them', async () => {
    const written: RequestRow[] = []
    let unavailable = true
    await using sextant = await startTestGateway({
      store: store => ({
        ...store,
        requests: {
          ...store.requests,
          insertMany: rows =>
            unavailable
              ? Promise.reject(new Error('unavailable'))
              : Promise.resolve(void written.push(...rows)),
        },
      }),
    })
    const response = await sextant.chat({ model: 'scripted/echo', messages })
    await response.text()
    await sextant.gateway.drain()
    expect(existsSync(join(sextant.dataDir, 'request-rows.jsonl'))).toBe(true)

    unavailable = false
    await using next = await startTestGateway({
      config: { dataDir: sextant.dataDir },
      store: store => ({
        ...store,
        requests: { ...store.requests, insertMany: rows => Promise.resolve(void written.push(...rows)) },
      }),
    })

    expect(next.url).not.toBe('')
    expect(written.map(row => row.id)).toEqual([response.headers.get('x-request-id')])
    expect(existsSync(join(sextant.dataDir, 'request-rows.jsonl'))).toBe(false)
  })
})
