import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDocx, wordParagraph } from '#lib/documents/__fixtures__/make-office.ts'
import { makePdf } from '#lib/documents/__fixtures__/make-pdf.ts'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { uploadFormSchema } from '#lib/contracts/api/documents/upload-form.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { upload } from './__fixtures__/upload.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let sextant: TestGateway
let samples: readonly (readonly [name: string, bytes: Buffer])[]
beforeAll(async () => {
  sextant = await startTestGateway()
  const write = (text: string) => (pen: { write(text: string, x: number, y: number): void }) =>
    pen.write(text, 60, 90)
  samples = [
    ['a.pdf', await makePdf([write('First page.'), write('Second page.'), write('Third page.')])],
    ['a.docx', makeDocx(wordParagraph('A heading', 'Heading1') + wordParagraph('A paragraph.'))],
    ['a.csv', Buffer.from('name,price\napple,1\npear,2\n')],
    ['a.html', Buffer.from('<html><body><h1>Title</h1><p>Words.</p></body></html>')],
  ]
})
afterAll(async () => await sextant[Symbol.asyncDispose]())

async function send(name: string, bytes: Uint8Array, fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([new Uint8Array(bytes)], name))
  return await upload(sextant, form, { authorization: `Bearer ${sextant.token}` })
}

const flags = ['page_based', 'remove_headers', 'images_only', 'include_image_data', 'details']
const modes = ['text', 'markdown', 'pages', 'embeddings']

test('flags work in every pair, in every mode', { timeout: 120_000 }, async () => {
  const pairs = flags.flatMap((flag, at) => flags.slice(at).map(other => [flag, other] as const))
  for (const [sample, [name, bytes]] of samples.entries()) {
    for (const [at, [flag, other]] of pairs.entries()) {
      // Every second pair in one mode keeps this short; each type gets every mode, and each pair two types.
      if ((sample + at) % 2 === 1) continue
      const extract_mode = modes[Math.floor(at / 2) % modes.length] ?? 'text'
      const { status, body } = await send(name, bytes, { extract_mode, [flag]: 'true', [other]: '1' })

      expect({ name, flag, other, status, error: body['error'] }).toMatchObject({ status: 200 })
      expect(uploadContract.output.safeParse(body).error).toBeUndefined()
    }
  }
})

test('no form causes a 500; every response matches the contract', { timeout: 120_000 }, async () => {
  const value = fc.oneof(
    fc.constantFrom('true', '1', '', 'embeddings', '64', '8191', '-1', 'utf-16', 'deu'),
    fc.string(),
  )
  const fields = fc.dictionary(fc.constantFrom(...Object.keys(uploadFormSchema.shape)), value, {
    maxKeys: 5,
  })
  const magic = fc.constantFrom(
    '',
    '%PDF-1.7\n',
    'PK\u0003\u0004',
    '{\\rtf1 ',
    'RIFF1234WAVE',
    '\u0089PNG\r\n',
    'ID3',
  )
  const content = fc
    .tuple(magic, fc.uint8Array({ maxLength: 400 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest]))
  const name = fc.constantFrom('a.pdf', 'a.docx', 'a.txt', 'a.json', 'a.md', 'a.eml', 'a.mp3', 'a', 'ä".png')

  await fc.assert(
    fc.asyncProperty(name, content, fields, async (named, bytes, form) => {
      const { status, body } = await send(named, bytes, form)

      expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 500) })
      const shape = status === 200 ? uploadContract.output : uploadContract.failure?.schema
      expect(shape?.safeParse(body).error).toBeUndefined()
    }),
    { numRuns: 100 },
  )
})

test('a password is never exposed', async () => {
  const password = 'canary-5f2c9d'
  const { body, headers } = await send('a.pdf', samples[0]?.[1] ?? Buffer.alloc(0), { password })
  const wrong = await send('a.txt', Buffer.from(''), { password, chunk_size: 'x' })
  const row = await sextant.row(headers.get('x-request-id'))

  for (const told of [sextant.logs, row, body, wrong.body])
    expect(JSON.stringify(told)).not.toContain(password)
})
