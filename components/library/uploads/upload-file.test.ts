import { expect, test } from 'vitest'
import type { SendForm } from '#components/documents/model/files/start-upload.ts'
import { uploadFile } from './upload-file.ts'

const observer = {
  signal: new AbortController().signal,
  onSent: () => undefined,
  onReading: () => undefined,
}

function answering(status: number, headers: Readonly<Record<string, string>>, body = '{}') {
  const forms: FormData[] = []
  const send: SendForm = async (_, form) => {
    forms.push(form)
    return { status, headers: new Headers(headers), body }
  }
  return { forms, send }
}

test('a file is read and saved in one request, with OCR where pages may have no text', async () => {
  const { forms, send } = answering(200, { 'sextant-library': 'lib_1' })

  const id = await uploadFile(new File(['x'], 'scan.pdf'), 'papers', observer, send)
  await uploadFile(new File(['x'], 'notes.md'), 'papers', observer, send)

  expect(id).toBe('lib_1')
  expect(forms.map(form => [form.get('library'), form.get('enable_ocr')])).toEqual([
    ['papers', 'true'],
    ['papers', null],
  ])
})

test.each([
  [200, { 'sextant-library': 'skipped; reason=too_short' }, '{}', 'No text was found in the file.'],
  [200, { 'sextant-library': 'skipped; reason=quota' }, '{}', 'The library is full.'],
  [422, {}, '{"status":false,"error":"The file is damaged.","code":"corrupt"}', 'The file is damaged.'],
])('a file that is not saved has its reason: %i %j', async (status, headers, body, reason) => {
  const { send } = answering(status, headers, body)

  await expect(uploadFile(new File(['x'], 'a.pdf'), 'papers', observer, send)).rejects.toThrow(reason)
})
