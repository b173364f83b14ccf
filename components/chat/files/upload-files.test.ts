import { expect, test } from 'vitest'
import { createChat, type ChatState } from '#components/chat/model/chat-state.ts'
import type { FileUpload } from '#components/chat/model/chat-store.ts'
import type { UploadObserver, UploadRequest } from '#components/documents/model/files/start-upload.ts'
import type { Run } from '#lib/client/run.ts'
import { createStateStore } from '#lib/client/state-store.ts'
import { removeUpload, retryUpload, uploadFiles } from './upload-files.ts'

function open() {
  const chat = createStateStore<ChatState>(createChat(['m'], () => 'id'))
  const uploads = createStateStore<readonly FileUpload[]>([])
  const sent: (UploadRequest & UploadObserver & { stopped: boolean })[] = []
  const send = (request: UploadRequest, observer: UploadObserver) => {
    const entry = { ...request, ...observer, stopped: false }
    sent.push(entry)
    return {
      id: 'run',
      current: () => toRun('running'),
      stop: () => void (entry.stopped = true),
      finished: Promise.resolve(toRun('done')),
    }
  }
  const target = { uploads, update: chat.update }
  const files = () => chat.read().pending.files
  const stages = () => uploads.read().map(({ stage }) => stage)
  return { target, uploads, sent, send, files, stages }
}

function toRun(state: Run['state'], content?: string): Run {
  const body = JSON.stringify({ status: true, content })
  return {
    id: 'run',
    state,
    request: { method: 'POST', path: '/upload', body: '' },
    response: { status: 200, headers: {}, body },
    events: [],
    timing: { startedAt: 0, firstMs: null, totalMs: null },
    failure: state === 'failed' ? { kind: 'unreachable', message: 'The connection failed.' } : null,
  }
}

const file = (name: string, type = 'text/plain') => new File(['text'], name, { type })

test('a file becomes part of the pending message once its text has arrived', () => {
  const { target, sent, send, files, stages } = open()

  uploadFiles(target, [file('a.txt')], send)
  expect(stages()).toMatchObject([{ kind: 'uploading' }])
  expect(sent[0]).toMatchObject({ path: '/upload' })
  sent[0]?.onStage({ kind: 'processing', since: 0 })
  expect(stages()).toEqual([{ kind: 'reading' }])
  sent[0]?.onUpdate(toRun('done', 'Hello'))

  expect(stages()).toEqual([])
  expect(files()).toEqual([{ name: 'a.txt', text: 'Hello' }])
})

test('a failed upload shows the reason and can be retried', () => {
  const { target, uploads, sent, send, files, stages } = open()
  uploadFiles(target, [file('a.txt')], send)

  sent[0]?.onUpdate(toRun('failed'))
  expect(stages()).toEqual([{ kind: 'failed', reason: 'The connection failed.' }])
  uploads.read().forEach(upload => retryUpload(target, upload, send))
  sent[1]?.onUpdate(toRun('done', 'Hello'))

  expect(files()).toEqual([{ name: 'a.txt', text: 'Hello' }])
})

test('a canceled file is stopped and never attached', () => {
  const { target, uploads, sent, send, files } = open()
  uploadFiles(target, [file('a.txt')], send)

  uploads.read().forEach(upload => removeUpload(target, upload))
  sent[0]?.onUpdate(toRun('done', 'Hello'))

  expect(sent[0]?.stopped).toBe(true)
  expect([uploads.read(), files()]).toEqual([[], undefined])
})

test('a scan without text is read again with OCR; without any text, the reason is shown', () => {
  const { target, sent, send, stages } = open()
  uploadFiles(target, [file('scan.pdf', 'application/pdf')], send)

  sent[0]?.onUpdate(toRun('done', '\n'))
  expect(sent.map(({ body }) => body.includes('enable_ocr'))).toEqual([false, true])
  sent[1]?.onUpdate(toRun('done', ''))

  expect(stages()).toEqual([{ kind: 'failed', reason: 'Sextant found no text in this file.' }])
})

test('a file that the API rejects is not sent', () => {
  const { target, sent, send, stages } = open()

  uploadFiles(target, [file('all.zip')], send)

  expect(sent).toEqual([])
  expect(stages()).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('Archives') as string }])
})
