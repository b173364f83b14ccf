import { expect, test } from 'vitest'
import { createChat, type ChatState } from '#components/chat/model/chat-state.ts'
import type { FileUpload } from '#components/chat/model/chat-store.ts'
import type { UploadObserver, UploadRequest } from '#components/documents/model/files/start-upload.ts'
import type { Run } from '#lib/client/run.ts'
import { createStateStore } from '#lib/client/state-store.ts'
import { removeUpload, uploadFiles } from './upload-files.ts'

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
  const upload = (...files: readonly File[]) => {
    const added = files.map((file, index) => ({
      id: `f${index}`,
      file,
      stage: { kind: 'uploading' as const, sentBytes: 0, totalBytes: file.size },
      stop() {},
    }))
    uploads.update(() => added)
    uploadFiles(target, added, send)
  }
  const files = () => chat.read().pending.files
  const stages = () => uploads.read().map(({ stage }) => stage)
  return { target, uploads, upload, sent, send, files, stages }
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
  const { upload, sent, files, stages } = open()

  upload(file('a.txt'))
  expect(stages()).toMatchObject([{ kind: 'uploading' }])
  expect(sent[0]).toMatchObject({ path: '/upload' })
  sent[0]?.onStage({ kind: 'processing', since: 0 })
  expect(stages()).toEqual([{ kind: 'reading' }])
  sent[0]?.onUpdate(toRun('done', 'Hello'))

  expect(stages()).toEqual([])
  expect(files()).toEqual([{ name: 'a.txt', text: 'Hello' }])
})

test('files are attached in the order in which they were added, whichever text arrives first', () => {
  const { upload, sent, files } = open()

  upload(file('a.pdf', 'application/pdf'), file('b.txt'), file('c.txt'))
  sent[2]?.onUpdate(toRun('done', 'C'))
  sent[0]?.onUpdate(toRun('done', 'A'))
  sent[1]?.onUpdate(toRun('done', 'B'))

  expect(files()?.map(({ text }) => text)).toEqual(['A', 'B', 'C'])
})

test('a failed upload shows the reason and can be retried', () => {
  const { target, uploads, upload, sent, send, files, stages } = open()
  upload(file('a.txt'))

  sent[0]?.onUpdate(toRun('failed'))
  expect(stages()).toEqual([{ kind: 'failed', reason: 'The connection failed.', canRetry: true }])
  uploadFiles(target, uploads.read(), send)
  sent[1]?.onUpdate(toRun('done', 'Hello'))

  expect(files()).toEqual([{ name: 'a.txt', text: 'Hello' }])
})

test('a canceled file is stopped and never attached', () => {
  const { target, uploads, upload, sent, files } = open()
  upload(file('a.txt'))

  uploads.read().forEach(upload => removeUpload(target, upload))
  sent[0]?.onUpdate(toRun('done', 'Hello'))

  expect(sent[0]?.stopped).toBe(true)
  expect([uploads.read(), files()]).toEqual([[], undefined])
})

test('a scan without text is read again with OCR; without any text, the reason is shown', () => {
  const { upload, sent, stages } = open()
  upload(file('scan.pdf', 'application/pdf'))

  sent[0]?.onUpdate(toRun('done', '\n'))
  expect(sent.map(({ body }) => body.includes('enable_ocr'))).toEqual([false, true])
  sent[1]?.onUpdate(toRun('done', ''))

  expect(stages()).toEqual([
    { kind: 'failed', reason: 'Sextant found no text in this file.', canRetry: false },
  ])
})

test('a file that the API rejects is not sent', () => {
  const { upload, sent, stages } = open()

  upload(file('all.zip'))

  expect(sent).toEqual([])
  expect(stages()).toMatchObject([{ kind: 'failed', reason: expect.stringContaining('Archives') as string }])
})
