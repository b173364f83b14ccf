import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

/** The raw response to some bytes, until either side closes or `until` is read. */
async function exchange(bytes: string, until: RegExp): Promise<string> {
  const socket = connect(Number(new URL(sextant.url).port), '127.0.0.1')
  socket.write(bytes)
  let text = ''
  socket.on('data', data => {
    text += data.toString()
    if (until.test(text)) socket.destroy()
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

const question = (model: string, stream: boolean) =>
  JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'hi' }] })

const post = (body: string, headers = '') =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${sextant.token}\r\n` +
  `content-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`

test.each([
  ['HTTP/2', 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'],
  ['a web socket', 'connection: upgrade\r\nupgrade: websocket\r\n'],
])('an offer to upgrade to %s does not affect the response', async (_, headers) => {
  const text = await exchange(post(question('scripted/echo', false), headers), /\}$/)

  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"object":"chat\.completion"/)
})

test.each(['/v1/models', '/healthz', '/'])('TRACE %s is a 405, and nothing is repeated', async path => {
  const bytes = `TRACE ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${sextant.token}\r\n\r\n`
  const text = await exchange(bytes, /\}$/)

  expect(text).toMatch(/^HTTP\/1\.1 405 [^]*"code":"method_not_allowed"/)
  expect(text).not.toContain(sextant.token)
})

test('HTTP/1.0 without a host is answered', async () => {
  const text = await exchange('GET /healthz HTTP/1.0\r\n\r\n', /\}$/)

  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"status":"ok"\}$/)
})

test.each(['/healthz', '/healthz?a=/b', '/health%7A', 'http://localhost/healthz', '/v1/../healthz'])(
  'GET %s is the same route',
  async target => {
    const text = await exchange(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`, /\}$/)

    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"status":"ok"\}$/)
  },
)

test.each([
  ['a host with a path', 'GET /metrics HTTP/1.1\r\nhost: localhost/healthz?\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s: the envelope, with a request id', async (_, bytes, status) => {
  const text = await exchange(bytes, /\}$/)

  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(text).toMatch(/x-request-id: req_\w{24}\r\n/)
  expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({
    error: { type: 'invalid_request_error', param: null, code: 'invalid_value' },
  })
})

test('invalid bytes after a streamed request do not change the response', async () => {
  const socket = connect(Number(new URL(sextant.url).port), '127.0.0.1')
  socket.write(post(question('scripted/chunks-50-20', true)))
  let text = ''
  socket.on('error', () => {})
  socket.on('data', data => {
    if (text === '') socket.write('\0\0 this is no HTTP \r\n\r\n')
    text += data.toString()
  })
  await once(socket, 'close')

  expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a client that sends too much can finish and read the error instead of a closed connection', async () => {
  const sizeBytes = 33 * 1024 * 1024
  const half = Buffer.alloc(sizeBytes / 2, ' ')
  const socket = connect(Number(new URL(sextant.url).port), '127.0.0.1')
  const told = once(socket, 'data')
  let ended = false
  socket.once('end', () => (ended = true))
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${sextant.token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${sizeBytes}\r\n\r\n`,
  )
  socket.write(half)
  const [answer] = (await told) as [Buffer]
  await new Promise(resolve => setTimeout(resolve, 100))
  const endedBefore = ended
  socket.write(half)
  await once(socket, 'close')

  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"code":"request_too_large"/)
  expect(endedBefore).toBe(false)
  expect(ended).toBe(true)
})
