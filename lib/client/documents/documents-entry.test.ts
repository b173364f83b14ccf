import { expect, test } from 'vitest'
import { readHistoryLines, toHistoryLine } from '#lib/client/history-export.ts'
import type { Run } from '#lib/client/run.ts'
import { openEntry, toEntry } from './documents-entry.ts'
import { stateOfRow } from './document-row.ts'
import { applyDraft, emptyDocuments, toDocumentsDraft } from './documents-state.ts'
import { attachExamples } from './attach-examples.ts'
import { documentExamples } from './example-files.ts'
import { createFileKeeper } from './file-keeper.ts'
import { applyPreset, presetOf } from './presets.ts'

const file = {
  id: 'a',
  name: 'a.txt',
  path: 'in/a.txt',
  type: '',
  sizeBytes: 5,
  sha256: 'ff',
  attached: true,
}
const body = '{"file":{"name":"a.txt","type":"","size":5},"details":"true"}'
const run: Run = {
  id: 'run',
  state: 'done',
  request: { method: 'POST', path: '/upload', body },
  response: { status: 200, headers: {}, body: '{"status":true,"content":"Tides","type":"text","error":""}' },
  events: [],
  timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
  failure: null,
}
const beside: Run = { ...run, id: 'beside', request: { ...run.request, body: '{"enable_ocr":"true"}' } }
const row = {
  file,
  body,
  mode: 'text',
  runs: { text: run },
  beside,
  stage: null,
  cancelled: false,
} as const

test('a line of history keeps name, size and hash, and what was compared, and opens without bytes', () => {
  const entry = toEntry({ ...emptyDocuments, files: [file], rows: [row] }, { id: 'e', createdAt: 3 })
  const { entries } = readHistoryLines(toHistoryLine(entry))
  const [read] = entries

  const opened = read && openEntry(read)

  expect(opened?.rows).toEqual([{ ...row, file: { ...file, attached: false } }])
  expect(opened?.files).toEqual([{ ...file, attached: false }])
  expect(opened?.rows.map(stateOfRow)).toEqual(['done'])
  expect(entry.draft.body).toEqual(JSON.parse(body))
})

test('a draft keeps the files that are here, and of others has the name alone', () => {
  const state = { ...emptyDocuments, files: [file] }
  const draft = toDocumentsDraft(state)

  expect(applyDraft(state, draft).files).toBe(state.files)
  expect(applyDraft(emptyDocuments, draft).files).toMatchObject([{ name: 'a.txt', attached: false }])
  expect(applyDraft(state, { contract: 'upload', body: { page_based: 'true' } })).toMatchObject({
    files: [file],
    fields: { page_based: 'true' },
  })
})

test.each(documentExamples)('the file of “$title” is made here', ({ body: asked }) => {
  const { files } = applyDraft(emptyDocuments, { contract: 'upload', body: asked })

  expect(attachExamples(files, createFileKeeper())).toMatchObject([{ attached: true }])
})

test('a preset is told by what it sets, and leaves the rest alone', () => {
  const fields = applyPreset({ language: 'deu', page_based: 'true' }, 'For embeddings')

  expect(fields).toMatchObject({ language: 'deu', extract_mode: 'embeddings', chunk_overlap: '64' })
  expect(fields).not.toHaveProperty('page_based')
  expect(presetOf(fields)).toBe('For embeddings')
  expect(presetOf({ details: 'true' })).toBe('Text')
  expect(presetOf({ ...fields, images_only: 'true' })).toBeNull()
})
