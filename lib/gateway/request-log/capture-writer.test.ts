import { expect, test, vi } from 'vitest'
import type { LoggedBodies } from '#lib/store/requests/logged-bodies.ts'
import { CaptureWriter } from './capture-writer.ts'
import { redactBody, redactEvents } from './redact-captured.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const owner = (requestId: string) => ({ requestId, teamId: 'team_1', at: 1 })
const captured = (text: string) =>
  ({
    request: { text, whole: true, bytes: text.length },
    answer: { text: '', whole: true, bytes: 0, kind: 'body' },
  }) as const

test('payloads are written in order, without secrets', async () => {
  const written: LoggedBodies[] = []
  const writer = new CaptureWriter({ insert: async bodies => void written.push(...bodies), log })

  for (let at = 0; at < 50; at++)
    expect(writer.add(owner(`req_${at}`), captured('Bearer abcdefgh1234'))).toBe(true)
  await writer.close()

  expect(written.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 50 }, (_, at) => `req_${at}`),
  )
  expect(written.every(({ request }) => request.text === 'Bearer [redacted]')).toBe(true)
})

test('payloads are written when the database is available again', async () => {
  const written: LoggedBodies[] = []
  let unavailable = true
  const insert = async (bodies: readonly LoggedBodies[]) => {
    if (unavailable) throw new Error('unavailable')
    written.push(...bodies)
  }
  const writer = new CaptureWriter({ insert, log })
  writer.add(owner('req_1'), captured('a'))
  await writer.close()
  expect(written).toEqual([])

  unavailable = false
  await writer.close()

  expect(written.map(({ requestId }) => requestId)).toEqual(['req_1'])
})

test('memory is bounded: payloads over the limit are dropped and marked', async () => {
  const insert = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('unavailable'))
  const writer = new CaptureWriter({ insert, log })
  const large = captured('x'.repeat(250_000))

  const logged = Array.from({ length: 200 }, (_, at) => writer.add(owner(`req_${at}`), large)).filter(Boolean)

  expect(logged.length).toBeGreaterThan(100)
  expect(logged.length).toBeLessThan(140)
  await writer.close()
})

test('a payload that the database rejects is dropped without blocking others', async () => {
  const written: string[] = []
  const tries = new Map<string, number>()
  const insert = async (bodies: readonly LoggedBodies[]) => {
    for (const { requestId } of bodies) tries.set(requestId, (tries.get(requestId) ?? 0) + 1)
    if (bodies.some(({ requestId }) => requestId === 'req_3')) throw new Error('out of range')
    written.push(...bodies.map(({ requestId }) => requestId))
  }
  const warn = vi.fn<(details: object) => void>()
  const writer = new CaptureWriter({ insert, log: { ...log, warn }, retryMs: 1 })
  const ids = Array.from({ length: 30 }, (_, at) => `req_${at}`)

  for (const id of ids) writer.add(owner(id), captured('a'))
  await expect.poll(() => written, { timeout: 10_000 }).toHaveLength(29)
  await writer.close()

  expect(written).toEqual(ids.filter(id => id !== 'req_3'))
  expect(tries.get('req_3')).toBeLessThan(20)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ dropped: 1, requestId: 'req_3' }),
    expect.anything(),
  )
})

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
const stream = (...pieces: readonly string[]) => JSON.stringify(pieces.map((piece, at) => [at, event(piece)]))

test('a stream without secrets is logged unchanged', () => {
  const text = stream('Hel', 'lo "you"\n', '🙂')

  expect(redactEvents(text, true)).toBe(text)
})

test('a secret split across chunks is redacted in all of them', () => {
  const logged = redactEvents(
    stream('Your "key" is ', 'sk-', 'proj', '-abcd', 'efgh12345', ', keep it.'),
    true,
  )

  expect(JSON.parse(logged)).toEqual([
    [0, event('Your "key" is sk-[redacted], keep it.')],
    [1, event('')],
    [2, event('')],
    [3, event('')],
    [4, event('')],
    [5, event('')],
  ])
})

test('a secret in tool call arguments is redacted too', () => {
  const call = (given: string) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ function: { arguments: given } }] } }] })}\n\n`
  const logged = redactEvents(
    JSON.stringify([
      [0, call('{"password":"hun')],
      [1, call('ter2hunter2"}')],
    ]),
    true,
  )

  expect(logged).not.toMatch(/hun|ter2/)
})

test.each([
  ['a link with a key', 'See "https://a.example/?key=hunter2".'],
  ['a link with a key, at the end', 'See https://a.example/?token=hunter2'],
  ['a private key without an end', 'It is "-----BEGIN PRIVATE KEY-----\nhunter2"'],
])('a logged stream with %s can be read back', (_, content) => {
  const logged = JSON.parse(redactEvents(stream(content, ' Keep it.'), true)) as [number, string][]

  expect(JSON.stringify(logged)).not.toContain('hunter2')
  expect(logged.map(([, text]) => JSON.parse(text.slice('data: '.length)) as unknown)).toHaveLength(2)
})

test('a megabyte of backslashes after the beginning of a private key is scanned once', () => {
  const text = `-----BEGIN PRIVATE KEY-----${'\\'.repeat(1_000_000)}`

  expect(redactBody(text, true)).toBe('-----BEGIN PRIVATE KEY-----[redacted]')
})

test('a secret truncated with the stream is redacted, and the rest is unchanged', () => {
  const pieces = ['My key is ', 'gl', 'pat-', 'abcdef'].map(event)
  const cut = [...pieces.slice(0, -1), pieces.at(-1)?.replace(/def.*/s, '')]

  const logged = redactEvents(JSON.stringify(cut.map((text, at) => [at, text])), false)

  expect(JSON.parse(logged)).toEqual([
    [0, event('My key is glpat-[redacted]')],
    [1, event('')],
    [2, event('')],
    [3, event('').replace(/"}.*/s, '')],
  ])
})

test.each([
  ['{"password":"hunter2","a":"b"}', '{"password":"[redacted]","a":"b"}'],
  ['{"a":"{\\"api_key\\":\\"hunter2\\"}"}', '{"a":"{\\"api_key\\":\\"[redacted]\\"}"}'],
  [
    '{"a":"{\\"password\\":\\"hun\\\\\\"ter\\\\n2\\",\\"b\\":1}"}',
    '{"a":"{\\"password\\":\\"[redacted]\\",\\"b\\":1}"}',
  ],
  ['{"Proxy-Authorization":"Digest abc"}', '{"Proxy-Authorization":"[redacted]"}'],
  ['{"text":"github_pat_11ABCDEFG0_abcdefgh"}', '{"text":"github_pat_[redacted]"}'],
  [
    '{"text":"-----BEGIN RSA PRIVATE KEY-----\\nMIIEvQ\\n-----END RSA PRIVATE KEY-----"}',
    '{"text":"-----BEGIN RSA PRIVATE KEY-----[redacted]-----END RSA PRIVATE KEY-----"}',
  ],
  ['{"aws_secret_access_key":"wJalrXUtnFEMI/K7MDENG"}', '{"aws_secret_access_key":"[redacted]"}'],
  // A line begins after the `n` of its escaped break.
  ['{"text":"mine:\\nsk-abcdefgh12"}', '{"text":"mine:\\nsk-[redacted]"}'],
])('%s', (text, expected) => {
  expect(redactBody(text, true)).toBe(expected)
})

test.each([
  ['{"a":"b","password":"hunt', '{"a":"b","password":"[redacted]'],
  ['{"a":"b","password":"hunt\\', '{"a":"b","password":"[redacted]\\'],
  ['{"text":"-----BEGIN PRIVATE KEY-----\\nMIIE', '{"text":"-----BEGIN PRIVATE KEY-----[redacted]'],
  ['{"text":"sk-abc', '{"text":"sk-[redacted]'],
  ['{"text":"take\\nglpat-abc\\', '{"text":"take\\nglpat-[redacted]\\'],
  ['{"text":"npm_abcdefghij', '{"text":"npm_[redacted]'],
  ['{"text":"AKIAIOSF', '{"text":"AKIA[redacted]'],
  ['{"text":"Bearer abc', '{"text":"Bearer [redacted]'],
])('truncated within a secret: %s', (text, expected) => {
  expect(redactBody(text, false)).toBe(expected)
})

test('the tokens of MCP servers are redacted', () => {
  const body = '{"mcp_servers":[{"name":"a","authorization_token":"plain-token-1"}]}'

  expect(redactBody(body, true)).toBe('{"mcp_servers":[{"name":"a","authorization_token":"[redacted]"}]}')
})
