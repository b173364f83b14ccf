import { askWorker } from '#lib/client/ask-worker.ts'
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
  const toOutcome = (reply: ImportReply) => {
    if (reply.kind === 'outcome') return reply.outcome
    onProgress?.(reply.share)
    return null
  }
  try {
    return await askWorker(worker, file, toOutcome, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    const reason = `${file.name} could not be read: ${message || 'the file worker could not be loaded'}.`
    return { status: 'refused', line: null, reason }
  }
}

function tooLarge({ name, size }: File): string {
  const toMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
  return `${name} is ${toMegabytes(size)} MB; the limit is ${toMegabytes(fileBytesMax)} MB. Split it, or remove columns.`
}
