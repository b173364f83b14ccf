import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStaticSite } from '#lib/capabilities/__fixtures__/static-site.ts'
import { makePdf } from '#lib/documents/__fixtures__/make-pdf.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let file: Buffer
let site: Awaited<ReturnType<typeof startStaticSite>>
let sextant: TestGateway
beforeAll(async () => {
  file = await makePdf([pen => pen.write('The moon moves the tides.', 60, 100)])
  site = await startStaticSite(() => ({
    ...Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.pdf`, file])),
    'tides.pdf': file,
    'tides.txt': 'The moon moves the tides.',
    'long.pdf': Buffer.alloc(11 * 1024 * 1024, '%PDF-'),
  }))
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    allowPrivateHosts: [site.host],
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const base64 = (bytes: Buffer) => ({
  type: 'base64',
  media_type: 'application/pdf',
  data: bytes.toString('base64'),
})
const at = (url: string) => ({ type: 'url', url })

function ask(sources: readonly object[], model = 'scripted/echo'): Promise<Response> {
  const documents = sources.map(source => ({ type: 'document', title: 'Tides', source }))
  const content = [...documents, { type: 'text', text: 'Why?' }]
  return sextant.post('/v1/messages', { model, max_tokens: 50, messages: [{ role: 'user', content }] })
}

const failureOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { details: { error_code: string; param: string } } }
  return [response.status, error.details.error_code, error.details.param]
}

// The process that reads the first PDF starts slowly on a busy machine.
describe('a translated request', { timeout: 60_000 }, () => {
  const document = '<document title="Tides">\nThe moon moves the tides.\n</document>'

  test('gets the text of a PDF file', async () => {
    const read = await ask([base64(file)])

    expect(read.status).toBe(200)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      messages: [{ role: 'user', content: `${document}\n\nWhy?` }],
    })
  })

  test('gets the text of a PDF file whose media type is in capitals', async () => {
    const read = await ask([{ ...base64(file), media_type: 'Application/PDF' }])

    expect(read.status).toBe(200)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      messages: [{ role: 'user', content: `${document}\n\nWhy?` }],
    })
  })

  test('gets the text of a PDF file by URL of the Responses API', async () => {
    const content = [{ type: 'input_file', file_url: `${site.origin}/tides.pdf`, filename: 'Tides' }]

    const read = await sextant.post('/v1/responses', {
      model: 'scripted/echo',
      input: [{ role: 'user', content }],
    })

    expect(read.status).toBe(200)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      messages: [{ role: 'user', content: document }],
    })
  })

  test('is named by the client’s own name where it is damaged', async () => {
    const file_data = Buffer.from('%PDF-1.7 nothing').toString('base64')
    const content = [{ type: 'input_file', file_data, filename: 'invoice.pdf' }]

    const refused = await sextant.post('/v1/responses', {
      model: 'scripted/echo',
      input: [{ role: 'user', content }],
    })

    expect(await refused.json()).toMatchObject({
      error: {
        message: expect.stringContaining('invoice.pdf') as unknown,
        param: 'input.0.content.0.file_data',
      },
    })
  })

  test('gets the text of a PDF file by URL', async () => {
    const read = await ask([at(`${site.origin}/tides.pdf`), at(`${site.origin}/tides.pdf`)])

    expect(read.status).toBe(200)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      messages: [{ role: 'user', content: `${document}\n\n${document}\n\nWhy?` }],
    })
  })

  test('names the document that cannot be read', async () => {
    const data = 'messages.0.content.0.source.data'
    const url = 'messages.0.content.0.source.url'

    expect(await failureOf(await ask([base64(Buffer.from('%PDF-1.7 nothing'))]))).toEqual([
      422,
      'unprocessable_file',
      data,
    ])
    expect(await failureOf(await ask([at(`${site.origin}/tides.txt`)]))).toEqual([400, 'invalid_value', url])
    expect(await failureOf(await ask([at(`${site.origin}/missing.pdf`)]))).toEqual([
      400,
      'invalid_value',
      url,
    ])
    expect(await failureOf(await ask([at(`${site.origin}/long.pdf`)]))).toEqual([502, 'fetch_failed', url])
    expect(await failureOf(await ask([at('http://127.0.0.1:1/x.pdf')]))).toEqual([
      400,
      'url_not_allowed',
      url,
    ])
    expect(sextant.upstream.requests).toEqual([])
  })

  test('names the first file over the limit of 20, of which each counts once', async () => {
    const many = Array.from({ length: 20 }, (_, index) => at(`${site.origin}/${index}.pdf`))

    expect((await ask([...many, ...many])).status).toBe(200)
    expect(await failureOf(await ask([...many, base64(file)]))).toEqual([
      400,
      'invalid_value',
      'messages.0.content.20.source.data',
    ])
  })

  test('names the first URL over the limit of 20', async () => {
    const many = Array.from({ length: 21 }, (_, index) => at(`${site.origin}/${index}.pdf`))

    expect((await ask(many.slice(0, 20))).status).toBe(200)
    expect(await failureOf(await ask(many))).toEqual([
      400,
      'invalid_value',
      'messages.0.content.20.source.url',
    ])
  })
})

test('a server in our network gets no URL, but its text', { timeout: 60_000 }, async () => {
  sextant.upstream.next({ kind: 'raw', parts: [readFixture('anthropic', 'chat-message.json')] })

  const response = await ask([at(`${site.origin}/tides.pdf`)], 'claude/claude-x')

  expect(response.status).toBe(200)
  expect(sextant.upstream.requests[0]?.path).toBe('/v1/messages')
  expect(sextant.upstream.requests[0]?.body.toString()).not.toContain(site.origin)
  expect(sextant.upstream.requests[0]?.body.toString()).toContain('The moon moves the tides.')
})
