import { isPicture } from '#components/documents/model/flags.ts'
import { type SendForm, sendForm } from '#components/documents/model/files/start-upload.ts'
import { readFailure } from '#lib/client/read-failure.ts'
import { readReceipt } from '#components/library/model/add-entry.ts'
import { LibraryFailure } from '#components/library/model/library-failure.ts'

export interface UploadObserver {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onSent: (share: number) => void
  /** All bytes are sent; the server reads the file. */
  readonly onReading: () => void
}

export type UploadFile = (file: File, collection: string, observer: UploadObserver) => Promise<string>

/**
 * Uploads a file, whose text the server reads and saves.
 * @returns the id of its item
 * @throws LibraryFailure; Error with the reason if the file was read but not saved; AbortError
 */
export async function uploadFile(
  file: File,
  collection: string,
  { signal, onSent, onReading }: UploadObserver,
  send: SendForm = sendForm,
): Promise<string> {
  const answer = await send('/api/run/upload', toForm(file, collection), {
    signal,
    onSent: (sentBytes, totalBytes) => onSent(totalBytes === 0 ? 0 : Math.min(1, sentBytes / totalBytes)),
    onAllSent: onReading,
    onFirstByte: () => undefined,
  })
  const { status, headers, body } = answer
  if (status < 200 || status > 299) {
    throw new LibraryFailure(readFailure(status, headers, body), {
      path: '/upload',
      requestId: headers.get('x-request-id'),
    })
  }
  // The reason of a page with little text would mislead here: only a file without any is refused.
  if (headers.get('sextant-library') === 'skipped; reason=too_short')
    throw new Error('No text was found in the file.')
  return readReceipt(headers)
}

function toForm(file: File, collection: string): FormData {
  const form = new FormData()
  form.append('extract_mode', 'markdown')
  form.append('library', collection)
  // OCR runs on pages without text only; other types would wait for it in vain.
  if (isPicture(file) || /\.pdf$/i.test(file.name)) form.append('enable_ocr', 'true')
  form.append('file', file, file.name)
  return form
}
