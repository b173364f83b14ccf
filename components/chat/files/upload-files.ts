import { checkFile } from '#components/documents/model/files/check-file.ts'
import { startUpload, type StartUpload } from '#components/documents/model/files/start-upload.ts'
import { formatFailure } from '#components/playground/run/model/format-failure.ts'
import type { AttachedFile } from '#components/chat/model/attached-files.ts'
import type { ChatStore, FileUpload } from '#components/chat/model/chat-store.ts'
import { toObject, toText } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import { readJson } from '#lib/read-json.ts'

/** The part of the chat that uploads use. */
type UploadTarget = Pick<ChatStore, 'uploads' | 'update'>

/**
 * Reads files through `/upload`; each becomes part of the pending message once its text has arrived, in the given
 * order. Files that were removed meanwhile are not sent.
 */
export function uploadFiles(
  target: UploadTarget,
  files: readonly Pick<FileUpload, 'id' | 'file'>[],
  send: StartUpload = startUpload,
): void {
  const orders = new Map<AttachedFile, number>()
  for (const [order, { id, file }] of files.entries()) {
    if (!isListed(target, id)) continue
    const refusal = checkFile(file)
    if (refusal !== null) {
      change(target, id, { kind: 'failed', reason: refusal, canRetry: false })
      continue
    }
    const onText = (text: string): void => {
      const attached = { name: file.name, text }
      orders.set(attached, order)
      attach(target, id, attached, orders)
    }
    request(target, { id, file }, { send, onText, isRecognizing: file.type.startsWith('image/') })
  }
}

/** Removes a file that has not arrived, and cancels its upload. */
export function removeUpload({ uploads }: UploadTarget, { id, stop }: FileUpload): void {
  uploads.update(all => all.filter(each => each.id !== id))
  stop()
}

interface RequestOptions {
  readonly send: StartUpload
  readonly onText: (text: string) => void
  readonly isRecognizing: boolean
}

function request(
  target: UploadTarget,
  { id, file }: Pick<FileUpload, 'id' | 'file'>,
  { send, onText, isRecognizing }: RequestOptions,
): void {
  const { name, type, size } = file
  const body = JSON.stringify({
    file: { name, type, size },
    extract_mode: 'markdown',
    ...(isRecognizing && { enable_ocr: 'true' }),
  })
  const handle = send(
    { path: '/upload', body, file, password: '' },
    {
      onStage: stage => change(target, id, stage.kind === 'uploading' ? stage : { kind: 'reading' }),
      onUpdate(run) {
        const text = readExtracted(run)
        if (run.state === 'stopped' || !isListed(target, id)) return
        if (text === null)
          return change(target, id, { kind: 'failed', reason: describeFailure(run), canRetry: true })
        if (text.trim() !== '') return onText(text)
        // A scan has pictures only. Recognizing text takes long, so files with text skip it.
        if (!isRecognizing) return request(target, { id, file }, { send, onText, isRecognizing: true })
        change(target, id, {
          kind: 'failed',
          reason: 'Sextant found no text in this file.',
          canRetry: false,
        })
      },
    },
  )
  target.uploads.update(all =>
    all.map(each =>
      each.id === id
        ? { ...each, stage: { kind: 'uploading', sentBytes: 0, totalBytes: size }, stop: handle.stop }
        : each,
    ),
  )
}

function isListed({ uploads }: UploadTarget, id: string): boolean {
  return uploads.read().some(each => each.id === id)
}

function change({ uploads }: UploadTarget, id: string, stage: FileUpload['stage']): void {
  uploads.update(all => all.map(each => (each.id === id ? { ...each, stage } : each)))
}

/** @param orders of the files that were added together */
function attach(
  { uploads, update }: UploadTarget,
  id: string,
  file: AttachedFile,
  orders: ReadonlyMap<AttachedFile, number>,
): void {
  uploads.update(all => all.filter(each => each.id !== id))
  update(state => {
    const files = state.pending.files ?? []
    const order = orders.get(file) ?? 0
    const next = files.findIndex(each => (orders.get(each) ?? -1) > order)
    return {
      ...state,
      pending: { ...state.pending, files: files.toSpliced(next === -1 ? files.length : next, 0, file) },
    }
  })
}

/** The text of a file; null when the upload failed. */
function readExtracted({ state, response }: Run): string | null {
  if (state !== 'done') return null
  return toText(toObject(readJson(response?.body ?? ''))['content'])
}

function describeFailure({ failure }: Run): string {
  return failure === null ? 'The API returned an unexpected response.' : formatFailure(failure)
}
