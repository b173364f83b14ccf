import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { RefusedRequests } from './refused-requests.ts'

const error = new ApiError('invalid_api_key', 'Incorrect API key.')

function incoming(url = '/v1/models', agent: string | undefined = 'curl/8') {
  return { method: 'GET', url, headers: { 'user-agent': agent } } as IncomingMessage
}

function ring() {
  const clock = { now: 1_000_000 }
  return { clock, refused: new RefusedRequests(() => clock.now) }
}

test('a member sees only the requests of the own network, newest first', () => {
  const { clock, refused } = ring()
  refused.add('203.0.113.7', incoming('/v1/a'), error)
  clock.now += 1
  refused.add('203.0.113.7', incoming('/v1/b'), error)
  refused.add('203.0.113.8', incoming('/v1/c'), error)

  expect(refused.list('203.0.113.7', 0)).toEqual([
    { at: 1_000_001, method: 'GET', path: '/v1/b', client: 'curl/8', status: 401, code: 'invalid_api_key' },
    { at: 1_000_000, method: 'GET', path: '/v1/a', client: 'curl/8', status: 401, code: 'invalid_api_key' },
  ])
  expect(refused.list('203.0.113.9', 0)).toEqual([])
  expect(refused.list('', 0)).toEqual([])
})

test('all addresses of this machine are one network, and so are those of an IPv6 customer', () => {
  const { refused } = ring()
  refused.add('127.0.0.1', incoming(), error)
  refused.add('::ffff:127.0.0.1', incoming(), error)
  refused.add('2001:db8::1', incoming(), error)

  expect(refused.list('::1', 0)).toHaveLength(2)
  expect(refused.list('2001:db8::ffff', 0)).toHaveLength(1)
  expect(refused.list('2001:db8:0:1::1', 0)).toHaveLength(0)
})

test('requests before the page opened, or older than ten minutes, are not shown', () => {
  const { clock, refused } = ring()
  refused.add('203.0.113.7', incoming(), error)

  expect(refused.list('203.0.113.7', 1_000_001)).toEqual([])
  clock.now += 10 * 60_000
  expect(refused.list('203.0.113.7', 0)).toHaveLength(1)
  clock.now += 1
  expect(refused.list('203.0.113.7', 0)).toEqual([])
})

test('one sender of many requests cannot displace those of others', () => {
  const { refused } = ring()
  refused.add('203.0.113.7', incoming('/v1/mine'), error)
  for (let sent = 0; sent < 1_000; sent++) refused.add('198.51.100.1', incoming(`/v1/${sent}`), error)

  expect(refused.list('203.0.113.7', 0)).toHaveLength(1)
  expect(refused.list('198.51.100.1', 0).map(({ path }) => path)).toEqual(
    Array.from({ length: 10 }, (_, index) => `/v1/${999 - index}`),
  )
})

test('one customer with many IPv6 networks cannot displace the requests of others', () => {
  const { refused } = ring()
  const networks = Array.from({ length: 60 }, (_, index) => `2001:db8:5:${index.toString(16)}::1`)
  refused.add('203.0.113.7', incoming('/v1/mine'), error)
  for (const address of networks) refused.add(address, incoming(), error)

  expect(refused.list('203.0.113.7', 0)).toHaveLength(1)
  expect(networks.filter(address => refused.list(address, 0).length > 0)).toEqual(networks.slice(40))
})

test('at most 50 requests are in memory', () => {
  const { refused } = ring()
  const addresses = Array.from({ length: 60 }, (_, index) => `203.0.113.${index}`)
  for (const address of addresses) refused.add(address, incoming(), error)

  expect(addresses.filter(address => refused.list(address, 0).length > 0)).toEqual(addresses.slice(10))
})

test('the text of a sender is short and has no secrets, no query and no invisible characters', () => {
  const { refused } = ring()
  const agent = `sk-ant-0123456789abcdef \u202e\u001b[31m\u00e9 ${'x'.repeat(1_000)}`
  refused.add('203.0.113.7', incoming('/v1/sxt_0123456789abcdef?api_key=secret', agent), error)

  const [shown] = refused.list('203.0.113.7', 0)
  expect(shown?.path).toBe('/v1/sxt_[redacted]')
  expect(shown?.client).toMatch(/^sk-\S*\[redacted\] \?\?\[31m\? x+$/)
  expect(shown?.client?.length).toBeLessThanOrEqual(110)
})
