import { afterAll, beforeAll, expect, test, vi, describe } from 'vitest'
import type { LoggedBodies } from '#lib/store/requests/logged-bodies.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { extraction, formOf, upload } from '#lib/gateway/__fixtures__/upload.ts'
import { keptBytesMax, cutBody, cutText } from './capture.ts'

describe('capture', () => {
  let sextant: TestGateway
  let token: string
  beforeAll(async () => {
    sextant = await startTestGateway({ files: { upload: async () => extraction } })
    token = (await sextant.makeKey({ keepBodies: true })).token
  })
  afterAll(() => sextant[Symbol.asyncDispose]())

  const ask = (content: unknown) => ({ model: 'scripted/echo', messages: [{ role: 'user', content }] })

  function logged(requestId: string | null): Promise<LoggedBodies> {
    return vi.waitFor(
      async () => {
        const bodies = await sextant.store.bodies.get(sextant.teamId, requestId ?? '')
        if (bodies === null) throw new Error('not written yet')
        return bodies
      },
      { timeout: 10_000 },
    )
  }

  test('payloads are logged for keys with payload logging', async () => {
    const response = await sextant.chat(ask('Hello'), { token })
    const requestId = response.headers.get('x-request-id')
    const answered = await response.text()

    const { request, answer } = await logged(requestId)

    expect(JSON.parse(request.text)).toEqual(ask('Hello'))
    expect(request).toMatchObject({ whole: true, bytes: JSON.stringify(ask('Hello')).length })
    expect(answer).toEqual({ kind: 'body', text: answered, whole: true, bytes: Buffer.byteLength(answered) })
    expect((await sextant.row(requestId)).bodiesKept).toBe(true)
  })

  test('and not for other keys', async () => {
    const response = await sextant.chat(ask('Hello'))
    const requestId = response.headers.get('x-request-id')

    expect((await sextant.row(requestId)).bodiesKept).toBe(false)
    // Written afterwards by the same writer.
    await logged((await sextant.chat(ask('later'), { token })).headers.get('x-request-id'))
    expect(await sextant.store.bodies.get(sextant.teamId, requestId ?? '')).toBeNull()
  })

  test('of a stream, each write with its time', async () => {
    const response = await sextant.chat({ ...ask('Hello you'), stream: true }, { token })
    const sent = await response.text()

    const { answer } = await logged(response.headers.get('x-request-id'))

    const events = JSON.parse(answer.text) as [number, string][]
    expect(answer.kind).toBe('events')
    expect(events.map(([, text]) => text).join('')).toBe(sent)
    expect(sent.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(events.every(([atMs], at) => atMs >= (events[at - 1]?.[0] ?? 0))).toBe(true)
  })

  test('a rejected body and its error are logged', async () => {
    const response = await sextant.chat('{"model": ', { token })

    const { request, answer } = await logged(response.headers.get('x-request-id'))

    expect(request.text).toBe('{"model": ')
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'invalid_json' } })
  })

  test('secrets are redacted, and image data becomes a note', async () => {
    const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(30_000)}`
    const content = [
      { type: 'text', text: 'My key is sk-proj-abcdefgh12345, "password": "hunter2hunter2"' },
      { type: 'image_url', image_url: { url: picture } },
    ]
    const response = await sextant.chat({ ...ask(content), api_key: 'plain words' }, { token })

    const { request, answer } = await logged(response.headers.get('x-request-id'))

    expect(request.text + answer.text).not.toMatch(/abcdefgh12345|hunter2|plain words|iVBORw0KGgoiVBORw0KGgo/)
    expect(JSON.parse(request.text)).toMatchObject({
      messages: [
        {
          content: [
            { type: 'text' },
            { image_url: { url: `data:image/png;base64,[${picture.length - 22} bytes not kept]` } },
          ],
        },
      ],
    })
    expect(request.whole).toBe(true)
  })

  test('a long body is truncated and marked', async () => {
    const response = await sextant.chat(ask('word '.repeat(100_000)), { token })

    const { request, answer } = await logged(response.headers.get('x-request-id'))

    expect(request.whole).toBe(false)
    expect(request.bytes).toBeGreaterThan(500_000)
    expect(Buffer.byteLength(request.text)).toBe(keptBytesMax)
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(keptBytesMax)
  })

  test('for a document, name, size and options are logged, but not the file or its password', async () => {
    const form = formOf({ extract_mode: 'pages', password: 'opensesame' }, 'Private words.')
    const { headers, body } = await upload(sextant, form, { authorization: `Bearer ${token}` })

    const { request, answer } = await logged(headers.get('x-request-id'))

    expect(JSON.parse(request.text)).toEqual({ extract_mode: 'pages', file: { name: 'a.txt', size: 14 } })
    expect(JSON.parse(answer.text)).toEqual(body)
  })

  test('playground payloads are logged once the team enables it', async () => {
    const playground = await sextant.makeKey({ kind: 'playground', keepBodies: true })
    const before = await sextant.chat(ask('before'), { token: playground.token })
    const by = { id: null, name: 'test', address: null }

    await sextant.store.settings.update(sextant.teamId, { keepPlaygroundBodies: true }, by)
    const other = await sextant.makeKey({ kind: 'playground' })
    const after = await sextant.chat(ask('after'), { token: other.token })

    expect((await sextant.row(before.headers.get('x-request-id'))).bodiesKept).toBe(false)
    expect((await logged(after.headers.get('x-request-id'))).request.text).toContain('after')
  })

  test('each attempt is logged with its error', async () => {
    const response = await sextant.chat({
      ...ask('Hello'),
      model: 'scripted/error-503',
      models: ['scripted/echo'],
    })

    const { attemptList, attempts, upstreamMs, answeredBy } = await sextant.row(
      response.headers.get('x-request-id'),
    )

    expect(attemptList).toHaveLength(attempts)
    expect(attemptList?.[0]).toMatchObject({
      provider: 'scripted',
      model: 'scripted/error-503',
      error: { code: 'upstream_error' },
    })
    expect(attemptList?.at(-1)).toMatchObject({ model: answeredBy, error: null })
    expect(attemptList?.every(({ startMs, ms }) => startMs >= 0 && ms >= 0 && ms <= upstreamMs + 1)).toBe(
      true,
    )
  })
})

const bytesOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

test('a body within the limit is logged unchanged', () => {
  for (const body of ['', '{"a":1}', 'not JSON "', '"\\"', 'ünï 🙂'])
    expect(cutBody(bytesOf(body), 100)).toEqual({ text: body, whole: true })
})

test('a character is never split', () => {
  const text = 'a€🙂'.repeat(10)
  for (let bytes = 0; bytes < Buffer.byteLength(text); bytes++) {
    const body = cutBody(bytesOf(text), bytes)
    const plain = cutText(text, bytes)
    for (const { text: cut, whole } of [body, plain]) {
      expect(text.startsWith(cut)).toBe(true)
      expect(bytes - Buffer.byteLength(cut)).toBeLessThan(4)
      expect(whole).toBe(false)
    }
  }
})

test('data of any length is a note of its size, and what is around it stays JSON', () => {
  const body = {
    image: `data:image/png;base64,${'A'.repeat(300_000)}`,
    audio: 'B'.repeat(5_000),
    small: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    prose: 'word '.repeat(1_000),
    quoted: `say \\"${'x '.repeat(1_500)}`,
  }

  const { text, whole } = cutBody(bytesOf(body), 100_000)

  expect(whole).toBe(true)
  expect(JSON.parse(text)).toEqual({
    ...body,
    image: 'data:image/png;base64,[300000 bytes not kept]',
    audio: '[5000 bytes not kept]',
  })
})

test('unterminated data becomes a note too', () => {
  expect(cutBody(bytesOf(`{"a":"data:a/b;base64,${'A'.repeat(9_000)}`), 1_000).text).toBe(
    '{"a":"data:a/b;base64,[9000 bytes not kept]',
  )
})

test('a long text is truncated', () => {
  const { text, whole } = cutBody(bytesOf({ prose: 'word '.repeat(10_000) }), 1_000)

  expect({ length: text.length, whole }).toEqual({ length: 1_000, whole: false })
})
