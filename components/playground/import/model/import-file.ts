import type { ImportReply } from './import-messages.ts'
import { fileBytesMax, type ImportOutcome } from './text-table.ts'

export interface ImportOptions {
  readonly signal?: AbortSignal
  /** Share of the file read, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Reads a file of texts in a worker, so that the page stays responsive.
 * @throws only the abort reason of `signal`; a file error is a result
 */
export async function importFile(
  file: File,
  { signal, onProgress }: ImportOptions = {},
): Promise<ImportOutcome> {
  signal?.throwIfAborted()
  if (file.size > fileBytesMax) return { status: 'refused', line: null, reason: tooLarge(file) }

  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  const ended = Promise.withResolvers<ImportOutcome>()
  const stop = () => ended.reject(signal?.reason)
  worker.addEventListener('message', ({ data }) => {
    const reply: ImportReply = data
    if (reply.kind === 'progress') return onProgress?.(reply.share)
    ended.resolve(reply.outcome)
  })
  worker.addEventListener('error', ({ message }) => {
    const reason = `${file.name} could not be read: ${message || 'the file worker could not be loaded'}.`
    ended.resolve({ status: 'refused', line: null, reason })
  })
  signal?.addEventListener('abort', stop, { once: true })
  worker.postMessage(file)
  try {
    return await ended.promise
  } finally {
    worker.terminate()
    signal?.removeEventListener('abort', stop)
  }
}

function tooLarge({ name, size }: File): string {
  const toMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  return `${name} is ${toMegabytes(size)} MB; the limit is ${toMegabytes(fileBytesMax)} MB. Split it, or remove columns.`
}
