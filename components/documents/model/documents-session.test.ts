import { expect, test } from 'vitest'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { answered, scriptedUpload, textAnswer } from './__fixtures__/uploads.ts'
import { addFiles } from './files/add-files.ts'
import { attachExamples } from './files/example-files.ts'
import { stateOfRow } from './document-row.ts'
import { createDocumentsSession, openEntry, toEntry } from './documents-session.ts'
import { applyDraft, emptyDocuments, toDocumentsDraft } from './documents-state.ts'
import { createDocumentsStore } from './documents-store.ts'
import { documentExamples } from './files/example-files.ts'
import { createFileStore } from './files/file-store.ts'
import type { Run } from '#lib/client/run.ts'
import { readHistoryLines, toHistoryLine } from '#components/playground/history/model/history.ts'

const secret = 'the bytes of a file'

/** Another tab with the same storage and history, but without file bytes. */
function openTab(entries = new Map<string, HistoryEntry>(), kept = new Map<string, string>()) {
  const { send, sent } = scriptedUpload()
  const fileStore = createFileStore()
  let ids = 0
  const newId = () => `id-${entries.size}-${(ids += 1)}`
  const store = createDocumentsStore({
    initial: emptyDocuments,
    path: '/upload',
    files: fileStore,
    newId,
    now: () => 7,
    send,
  })
  const session = createDocumentsSession({
    store,
    attach: files => attachExamples(files, fileStore),
    history: async () => ({
      get: async id => entries.get(id) ?? null,
      save: async entry => {
        entries.set(entry.id, structuredClone(entry))
        return entry
      },
    }),
    storage: () => ({
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    }),
  })
  const drop = (...names: readonly string[]) => {
    const { files } = addFiles(
      store.read().files,
      names.map(name => new File([secret], name)),
      { fileStore, newId },
    )
    store.update(state => ({ ...state, files }))
  }
  return {
    store,
    sent,
    session,
    entries,
    kept,
    fileStore,
    drop,
    states: () => store.read().rows.map(stateOfRow),
  }
}

test('a reload restores file names, fields and results, and sends nothing', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.drop('a.txt', 'b.txt')
  tab.store.update(state => ({ ...state, fields: { enable_ocr: 'true' } }))
  tab.store.run()
  await tab.sent[0]?.end(answered(textAnswer))
  await tab.sent[1]?.end(answered({ ...textAnswer, content: 'Boats' }))
  tab.store.update(state => ({ ...state, chosen: 1 }))
  tab.session.close()
  await expect.poll(() => [...tab.entries.values()][0]?.runs).toHaveLength(2)

  const again = openTab(tab.entries, tab.kept)
  await again.session.start({ fragment: '' })

  expect(again.store.read()).toMatchObject({
    fields: { enable_ocr: 'true' },
    files: [
      { name: 'a.txt', attached: false },
      { name: 'b.txt', attached: false },
    ],
    chosen: 1,
    restored: true,
  })
  expect(again.states()).toEqual(['done', 'done'])
  expect(again.sent).toHaveLength(0)
})

test('neither the bytes of a file nor its password are in tab storage or history', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.drop('a.pdf')
  tab.fileStore.setPassword(tab.store.read().files[0]?.id ?? null, 'sesame')
  tab.store.update(state => ({ ...state, fields: { password: '$PDF_PASSWORD' } }))
  tab.store.run()
  await tab.sent[0]?.end(answered(textAnswer))
  tab.session.close()
  await expect.poll(() => tab.entries.size).toBe(1)

  const written = JSON.stringify([...tab.entries.values(), ...tab.kept.values()])

  expect(written).toContain('$PDF_PASSWORD')
  expect(written).not.toContain('sesame')
  expect(written).not.toContain(secret)
})

test('a built-in example file is attached automatically', async () => {
  const [example] = documentExamples
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.store.update(state => applyDraft(state, { contract: 'upload', body: example?.body ?? {} }))
  tab.session.close()

  const again = openTab(tab.entries, tab.kept)
  await again.session.start({ fragment: '' })
  again.store.run()

  expect(again.store.read().files).toMatchObject([{ name: 'harbour-guide.pdf', attached: true }])
  expect(again.sent[0]?.file.size).toBe(again.store.read().files[0]?.sizeBytes)
})

test('starting over stops running requests, stored as stopped in the history', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.drop('a.txt')
  tab.store.run()

  tab.session.startNew()

  expect(tab.store.read()).toBe(emptyDocuments)
  expect(tab.sent[0]?.stopped()).toBe(true)
  await expect.poll(() => [...tab.entries.values()].map(({ runs }) => runs[0]?.state)).toEqual(['stopped'])
})

test('a history entry opens unchanged, and another mode of it is stored there too', async () => {
  const tab = openTab()
  await tab.session.start({ fragment: '' })
  tab.drop('a.txt')
  tab.store.run()
  await tab.sent[0]?.end(answered(textAnswer))
  tab.store.readAs(0, { extract_mode: 'markdown' })
  await tab.sent[1]?.end(answered({ ...textAnswer, content: '# Tides' }))
  tab.session.flush()
  await expect.poll(() => [...tab.entries.values()][0]?.runs).toHaveLength(2)
  tab.session.startNew()

  const [entry] = tab.entries.values()
  if (entry) tab.session.openEntry(entry)

  expect(Object.keys(tab.store.read().rows[0]?.runs ?? {})).toEqual(['text', 'markdown'])
  expect(tab.states()).toEqual(['done'])
})

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

test('a history entry has name, size, hash and comparison, and opens without bytes', () => {
  const entry = toEntry({ ...emptyDocuments, files: [file], rows: [row] }, { id: 'e', createdAt: 3 })
  const { entries } = readHistoryLines(toHistoryLine(entry))
  const [read] = entries

  const opened = read && openEntry(read)

  expect(opened?.rows).toEqual([{ ...row, file: { ...file, attached: false } }])
  expect(opened?.files).toEqual([{ ...file, attached: false }])
  expect(opened?.rows.map(stateOfRow)).toEqual(['done'])
  expect(entry.draft.body).toEqual(JSON.parse(body))
})

test('a draft keeps attached files, and only the names of others', () => {
  const state = { ...emptyDocuments, files: [file] }
  const draft = toDocumentsDraft(state)

  expect(applyDraft(state, draft).files).toBe(state.files)
  expect(applyDraft(emptyDocuments, draft).files).toMatchObject([{ name: 'a.txt', attached: false }])
  expect(applyDraft(state, { contract: 'upload', body: { page_based: 'true' } })).toMatchObject({
    files: [file],
    fields: { page_based: 'true' },
  })
})

test.each(documentExamples)('the file of “$title” is generated in the browser', ({ body: asked }) => {
  const { files } = applyDraft(emptyDocuments, { contract: 'upload', body: asked })

  expect(attachExamples(files, createFileStore())).toMatchObject([{ attached: true }])
})
