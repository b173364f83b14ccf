import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { fieldPart, filePart, rawForm } from '#lib/gateway/__fixtures__/upload.ts'
import { createUploadSlots } from './upload-slots.ts'
import { type Form, type FormLimits, readForm, toFileName } from './file-endpoint.ts'

const keyed = { isAnonymous: false }
const anonymous = { isAnonymous: true }
const patient: FormLimits = { fileBytesMax: 1000, idleMs: 10_000, totalMs: 10_000 }

/** The result of reading the client's bytes; the request stays open unless the client ends it. */
async function read(
  context: TestContext,
  body: string,
  { limits = patient, signal = new AbortController().signal, isWhole = true } = {},
): Promise<{ form: Promise<Form>; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-form-'))
  const form = Promise.withResolvers<Form>()
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined)
    readForm(incoming, folder, limits, signal).then(form.resolve, form.reject)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers })
  outgoing.on('error', () => undefined)
  outgoing.write(body)
  if (isWhole) outgoing.end()
  context.onTestFinished(() => {
    outgoing.destroy()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { form: form.promise, folder }
}

const open = `--b\r\n${filePart('the beginning')}`

test('fields are the last of each name, lists all of them', async context => {
  const parts = [
    fieldPart('a', '1'),
    fieldPart('list[]', 'x'),
    filePart('text', 'n.txt'),
    fieldPart('a', '2'),
    fieldPart('list[]', 'y'),
  ]
  const { form } = await read(context, rawForm(parts).body)

  expect(await form).toMatchObject({
    fields: { a: '2', 'list[]': ['x', 'y'] },
    file: { name: 'n.txt', sizeBytes: 4 },
  })
})

test('files of other names are not stored', async context => {
  const other = 'content-disposition: form-data; name="other"; filename="b.txt"\r\n\r\nmore'
  const { form, folder } = await read(context, rawForm([other]).body)

  expect((await form).file).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

test('a stalled upload times out', async context => {
  const { form } = await read(context, open, { limits: { ...patient, idleMs: 60 }, isWhole: false })

  await expect(form).rejects.toThrow(/upload timed out/)
})

test('an upload that takes too long times out', async context => {
  const { form } = await read(context, open, { limits: { ...patient, totalMs: 60 }, isWhole: false })

  await expect(form).rejects.toThrow(/took longer/)
})

test('a gateway shutdown is reported', async context => {
  const stopping = new AbortController()
  const { form } = await read(context, open, { signal: stopping.signal, isWhole: false })
  stopping.abort(new ApiError('server_shutdown', 'The server is restarting.'))

  await expect(form).rejects.toThrow(/restarting/)
})

test('the number of concurrent uploads is limited', () => {
  const slots = createUploadSlots(2)
  const first = slots.enter(keyed)
  slots.enter(keyed)

  expect(() => slots.enter(keyed)).toThrow(expect.objectContaining({ code: 'rate_limit_exceeded' }))
  first[Symbol.dispose]()
  expect(() => slots.enter(keyed)).not.toThrow()
})

test('uploads without a key leave half of the places to those with one', () => {
  const slots = createUploadSlots(4)
  const first = slots.enter(anonymous)
  slots.enter(anonymous)

  expect(() => slots.enter(anonymous)).toThrow(expect.objectContaining({ code: 'rate_limit_exceeded' }))
  slots.enter(keyed)
  slots.enter(keyed)
  first[Symbol.dispose]()
  expect(() => slots.enter(anonymous)).not.toThrow()
})

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\Übersicht 1.docx', 'Übersicht 1.docx'],
  ['a\r\nb\0c\u202e.txt', 'abc.txt'],
  ['', 'file'],
  [undefined, 'file'],
  [`${'n'.repeat(500)}.tar.gz`, `${'n'.repeat(197)}.gz`],
])('%j is named %j', (given, name) => {
  expect(toFileName(given)).toBe(name)
})
