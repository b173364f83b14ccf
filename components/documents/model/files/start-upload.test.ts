import { expect, test, afterEach, beforeEach, vi, describe } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { Stage } from '#components/documents/model/document-row.ts'
import { startUpload, type SendForm, type UploadAnswer, sendForm } from './start-upload.ts'
import { ScriptedRequest } from '#components/documents/model/__fixtures__/scripted-request.ts'

const body = '{"file":{"name":"a.pdf","type":"application/pdf","size":3},"details":"true"}'

function begin({
  sent = body,
  isOnline = true,
  isLeaving = false,
}: { sent?: string; isOnline?: boolean; isLeaving?: boolean } = {}) {
  const gate = Promise.withResolvers<UploadAnswer>()
  const stages: Stage[] = []
  const updates: Run[] = []
  const frames: (() => void)[] = []
  let clock = 100
  const calls: Parameters<SendForm>[] = []
  const send: SendForm = (...call) => {
    calls.push(call)
    const [, , { signal }] = call
    signal.addEventListener('abort', () => gate.reject(new DOMException('Aborted', 'AbortError')))
    return gate.promise
  }
  const file = new File(['pdf'], 'a.pdf', { type: 'application/pdf' })
  const handle = startUpload(
    { path: '/upload', body: sent, file, password: 'sesame' },
    { onUpdate: run => updates.push(run), onStage: stage => stages.push(stage) },
    {
      now: () => (clock += 10),
      isOnline: () => isOnline,
      isLeaving: () => isLeaving,
      onFrame(callback) {
        frames.push(callback)
        return () => frames.splice(frames.indexOf(callback), 1)
      },
    },
    send,
  )
  const [call] = calls
  if (call === undefined) throw new Error('nothing was sent')
  const [path, form, listener] = call
  const drawFrame = () => frames.splice(0).forEach(callback => callback())
  return { handle, gate, stages, updates, path, form, listener, drawFrame, frames }
}

const answer = (status: number, text: string): UploadAnswer => ({
  status,
  headers: new Headers({ 'x-request-id': 'req_1' }),
  body: text,
})

test('the form is sent to the console’s own route, with the file under the name in its request', async () => {
  const { path, form } = begin({ sent: '{"page_based":"true","file":{"name":"in/b.pdf"},"details":"1"}' })

  expect(path).toBe('/api/run/upload')
  expect([...form.keys()]).toEqual(['page_based', 'file', 'details'])
  const file = form.get('file')
  expect(file instanceof File && [file.name, file.size]).toEqual(['in/b.pdf', 3])
})

test('a password replaces its placeholder when sent, and the run shows only the placeholder', async () => {
  const { form, handle } = begin({ sent: '{"file":{"name":"a.pdf"},"password":"$PDF_PASSWORD"}' })

  expect(form.get('password')).toBe('sesame')
  expect(JSON.stringify(handle.current())).not.toContain('sesame')
})

test('of several stages within a frame only the last is reported', () => {
  const { listener, stages, drawFrame } = begin()

  listener.onSent(1, 9)
  listener.onSent(5, 9)
  drawFrame()
  listener.onAllSent()
  drawFrame()

  expect(stages).toMatchObject([{ kind: 'uploading', sentBytes: 5, totalBytes: 9 }, { kind: 'processing' }])
})

test('a response ends the run with its times, and nothing is reported afterwards', async () => {
  const { handle, gate, listener, updates, stages, drawFrame } = begin()

  listener.onSent(3, 3)
  listener.onFirstByte()
  gate.resolve(answer(200, '{"status":true}'))
  const run = await handle.finished
  drawFrame()

  expect(run).toMatchObject({
    state: 'done',
    response: { status: 200, headers: { 'x-request-id': 'req_1' }, body: '{"status":true}' },
    timing: { firstMs: 10, totalMs: 20 },
    failure: null,
  })
  expect(updates).toEqual([run])
  expect(handle.current()).toBe(run)
  expect(stages).toEqual([])
})

test('an error response keeps the API’s message', async () => {
  const { handle, gate } = begin()

  gate.resolve(answer(422, '{"status":false,"error":"No text.","code":"unprocessable_file"}'))

  expect(await handle.finished).toMatchObject({
    state: 'failed',
    failure: { kind: 'api', status: 422, code: 'unprocessable_file', message: 'No text.' },
  })
})

test('Stop is not a failure', async () => {
  const { handle } = begin()

  handle.stop()

  expect(await handle.finished).toMatchObject({ state: 'stopped', failure: null, response: null })
})

test.each([
  ['the connection', {}, 'failed', 'unreachable'],
  ['the network of this machine', { isOnline: false }, 'failed', 'offline'],
  ['a page that is left', { isLeaving: true, isOnline: false }, 'interrupted', 'interrupted'],
] as const)('a failure of %s is reported', async (_, given, state, kind) => {
  const { handle, gate } = begin(given)

  gate.reject(new TypeError('the connection failed'))

  expect(await handle.finished).toMatchObject({ state, failure: { kind } })
})

describe('xhr upload', () => {
  beforeEach(() => vi.stubGlobal('XMLHttpRequest', ScriptedRequest))
  afterEach(() => vi.unstubAllGlobals())

  function begin(controller = new AbortController()) {
    const told: string[] = []
    const form = new FormData()
    const answer = sendForm('/api/run/upload', form, {
      signal: controller.signal,
      onSent: (sent, total) => told.push(`${sent} of ${total}`),
      onAllSent: () => told.push('all sent'),
      onFirstByte: () => told.push('first byte'),
    })
    const request = ScriptedRequest.last
    if (request === null) throw new Error('nothing was sent')
    return { answer, request, told, form, controller }
  }

  test('reports bytes sent, upload complete and response started, in this order, the last once', async () => {
    const { answer, request, told, form } = begin()

    request.progress(40, 100)
    request.progress(100, 100)
    request.allSent()
    request.answer(200, 'Content-Type: application/json\r\nx-request-id: req_1\r\n', '{}')
    const { status, headers, body } = await answer

    expect(request.opened).toEqual(['POST', '/api/run/upload'])
    expect(request.sent).toBe(form)
    expect(told).toEqual(['40 of 100', '100 of 100', 'all sent', 'first byte'])
    expect([status, body, headers.get('content-type'), headers.get('x-request-id')]).toEqual([
      200,
      '{}',
      'application/json',
      'req_1',
    ])
  })

  test('an error response resolves', async () => {
    const { answer, request } = begin()

    request.answer(422, 'a line without a colon\r\nRetry-After: 3', '{"status":false}')
    const { status, headers } = await answer

    expect([status, headers.get('retry-after')]).toEqual([422, '3'])
  })

  test('a connection failure is a TypeError, as with fetch', async () => {
    const { answer, request } = begin()

    request.endAs('error')

    await expect(answer).rejects.toBeInstanceOf(TypeError)
  })

  test('an abort ends the request; after the response it has no effect', async () => {
    const stopped = begin()
    stopped.controller.abort()
    await expect(stopped.answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(stopped.request.aborted).toBe(true)

    const ended = begin()
    ended.request.answer(200, '', '{}')
    await ended.answer
    ended.controller.abort()
    expect(ended.request.aborted).toBe(false)
  })
})
