import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import {
  eventually,
  fieldPart,
  filePart,
  formOf,
  openUpload,
  rawForm,
  upload,
  uploadFolders,
} from './__fixtures__/upload.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const emptyZip = `PK\u0005\u0006${'\0'.repeat(18)}`
let sextant: TestGateway
beforeAll(async () => (sextant = await startTestGateway()))
afterAll(async () => await sextant[Symbol.asyncDispose]())
const keyed = (): Record<string, string> => ({ authorization: `Bearer ${sextant.token}` })

describe('what is read', () => {
  test('a file without a key or flags gives exactly four fields', async () => {
    const { status, body, headers } = await upload(sextant, formOf())

    expect(status).toBe(200)
    expect(body).toEqual({ status: true, content: 'Some words.', type: 'text', error: '' })
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('x-ratelimit-limit-requests')).toBeNull()
  })

  test.each([
    ['markdown', { content: '# A\n\nB' }],
    ['pages', { object: 'pages', data: { success: true, data: { pages: [{ page: 1 }] } } }],
    ['embeddings', { object: 'chunks', data: { data: { chunks: [{ from_page: 1 }] } } }],
  ])('the mode %s has the contract’s shape', async (extract_mode, shape) => {
    const form = formOf({ extract_mode, details: 'TRUE' }, '# A\n\nB', 'a.md')
    const { status, body } = await upload(sextant, form, keyed())

    expect(status).toBe(200)
    expect(body).toMatchObject(shape)
    expect(uploadContract.output.safeParse(body).error).toBeUndefined()
  })

  test('fields may come before or after the file, and unknown ones are ignored', async () => {
    const { head, body } = rawForm([fieldPart('page_based', '1'), filePart('x'), fieldPart('colour', 'red')])
    const answer = await upload(sextant, body, { ...keyed(), 'content-type': head })

    expect(answer.body).toMatchObject({ status: true, pages: [{ page: 1, content: 'x' }] })
  })

  test('a key’s upload leaves a row with what was read', async () => {
    const { headers } = await upload(sextant, formOf(), keyed())

    expect(await sextant.row(headers.get('x-request-id'))).toMatchObject({
      route: 'upload',
      status: 200,
      documentPages: 1,
      ocrPages: 0,
      audioMs: 0,
    })
  })

  test('20 concurrent files get 20 correct responses', async () => {
    const texts = Array.from({ length: 20 }, (_, at) => `document ${at} `.repeat(at + 1).trim())
    const answers = await Promise.all(texts.map(text => upload(sextant, formOf({}, text), keyed())))

    expect(answers.map(({ body }) => body['content'])).toEqual(texts)
  })

  test('a key limited to one concurrent request can upload files sequentially', async () => {
    const { token } = await sextant.makeKey({ parallel: 1 })
    const statuses = []
    for (let at = 0; at < 8; at++) {
      const { status } = await upload(sextant, formOf({}, `text ${at}`), { authorization: `Bearer ${token}` })
      statuses.push(status)
    }

    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('no part of an upload remains', async () => {
    await upload(sextant, formOf(), keyed())

    await eventually(async () => expect(await uploadFolders(sextant.dataDir)).toEqual([]))
  })
})

describe('rejections have one format', () => {
  test.each([
    [
      'a key that is wrong',
      () => upload(sextant, formOf(), { authorization: 'Bearer wrong' }),
      401,
      'invalid_api_key',
    ],
    [
      'no form',
      () => upload(sextant, '{}', { ...keyed(), 'content-type': 'application/json' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a compressed form',
      () => upload(sextant, formOf(), { ...keyed(), 'content-encoding': 'gzip' }),
      415,
      'unsupported_media_type',
    ],
    ['no file', () => upload(sextant, withoutFile(), keyed()), 400, 'missing_required_parameter'],
    [
      'an unknown mode',
      () => upload(sextant, formOf({ extract_mode: 'poem' }), keyed()),
      400,
      'invalid_value',
    ],
    [
      'a size that is no number',
      () => upload(sextant, formOf({ chunk_size: '1.5' }), keyed()),
      400,
      'invalid_value',
    ],
    [
      'a size out of range',
      () => upload(sextant, formOf({ chunk_size: '63' }), keyed()),
      400,
      'invalid_value',
    ],
    [
      'too much overlap',
      () => upload(sextant, formOf({ chunk_size: '64', chunk_overlap: '64' }), keyed()),
      400,
      'invalid_value',
    ],
    [
      'an unknown charset',
      () => upload(sextant, formOf({ charset: 'klingon' }), keyed()),
      400,
      'invalid_value',
    ],
    [
      'a collection whose name cannot be read',
      () => upload(sextant, formOf({ library: 'a\u0007b' }), keyed()),
      400,
      'invalid_value',
    ],
    ['two files', () => raw([filePart('x'), filePart('y')]), 400, 'invalid_value'],
    [
      '10,000 parts',
      () => raw([filePart('x'), ...Array.from({ length: 10_000 }, (_, at) => fieldPart(`f${at}`, ''))]),
      400,
      'invalid_value',
    ],
    ['an empty file', () => upload(sextant, formOf({}, ''), keyed()), 422, 'unprocessable_file'],
    [
      'an archive',
      () => upload(sextant, formOf({}, emptyZip, 'a.zip'), keyed()),
      415,
      'unsupported_file_type',
    ],
  ])('%s', async (_, send, status, code) => {
    const answer = await send()

    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status,
      body: { status: false, content: '', type: 'error', code, error: expect.stringMatching(/\w+/) },
    })
    expect(uploadContract.failure?.schema?.safeParse(answer.body).error).toBeUndefined()
  })

  test('a method that is not served', async () => {
    const response = await fetch(`${sextant.url}/upload`)

    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ status: false, type: 'error', code: 'method_not_allowed' })
  })

  test('a key without the scope', async () => {
    const { token } = await sextant.makeKey({ scopes: ['chat'] })
    const { status, body } = await upload(sextant, formOf(), { authorization: `Bearer ${token}` })

    expect(status).toBe(403)
    expect(body).toMatchObject({ status: false, code: 'endpoint_not_allowed' })
  })

  test('an empty file has its own error code', async () => {
    expect((await upload(sextant, formOf({}, ''), keyed())).body).toMatchObject({ reason: 'empty' })
  })
})

describe('the size', () => {
  const mebibytes50 = 50 * 1024 * 1024

  test(
    '50 MiB are accepted, one byte more is not, with and without a length',
    { timeout: 60_000 },
    async () => {
      await using counting = await startTestGateway({
        files: {
          upload: async (_, { sizeBytes }) => {
            return {
              kind: 'json',
              body: { status: true, content: String(sizeBytes), type: 'text', error: '' },
            }
          },
        },
      })
      const fits = await upload(counting, formOf({}, 'x'.repeat(mebibytes50)))
      const over = await upload(counting, formOf({}, 'x'.repeat(mebibytes50 + 1)))
      const { outgoing, answer } = openUpload(counting.url, {
        'content-type': 'multipart/form-data; boundary=b',
        'transfer-encoding': 'chunked',
      })
      outgoing.end(rawForm([filePart('x'.repeat(mebibytes50 + 1))]).body)

      expect(fits.body['content']).toBe(String(mebibytes50))
      expect([over.status, over.body['code']]).toEqual([413, 'file_too_large'])
      expect(await answer).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
      await eventually(async () => expect(await uploadFolders(counting.dataDir)).toEqual([]))
    },
  )

  test('a length that is too large is rejected before anything is sent', async () => {
    const { outgoing, answer } = openUpload(sextant.url, {
      ...keyed(),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(200 * 1024 * 1024),
    })
    outgoing.flushHeaders()

    expect(await answer).toMatchObject({ status: 413, body: { status: false, code: 'file_too_large' } })
    outgoing.destroy()
  })
})

async function raw(parts: readonly string[]) {
  const { head, body } = rawForm(parts)
  return await upload(sextant, body, { ...keyed(), 'content-type': head })
}

function withoutFile(): FormData {
  const form = new FormData()
  form.set('extract_mode', 'text')
  return form
}
