import { expect, test } from 'vitest'
import { answered, refused, scriptedUpload, textAnswer } from './__fixtures__/uploads.ts'
import { addFiles } from './files/add-files.ts'
import { differingOptions } from './differing-options.ts'
import { stateOfRow } from './document-row.ts'
import { emptyDocuments } from './documents-state.ts'
import { createDocumentsStore } from './documents-store.ts'
import { createFileStore } from './files/file-store.ts'

function openStore(...names: readonly string[]) {
  const { send, sent } = scriptedUpload()
  const fileStore = createFileStore()
  let last = 0
  const newId = () => `id-${(last += 1)}`
  const dropped = names.map(name => new File([`Text of ${name}`], name, { type: 'text/plain' }))
  const { files } = addFiles([], dropped, { fileStore, newId })
  const initial = { ...emptyDocuments, files }
  const store = createDocumentsStore({
    initial,
    path: '/upload',
    files: fileStore,
    newId,
    now: () => 7,
    send,
  })
  return { store, sent, fileStore, states: () => store.read().rows.map(stateOfRow) }
}

test('three documents are sent at a time, and the next starts when one has ended', async () => {
  const { store, sent, states } = openStore('a', 'b', 'c', 'd')

  store.run()

  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'queued'])
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    file: { name: 'a', type: 'text/plain', size: 9 },
    details: 'true',
  })
  await sent[1]?.end(answered(textAnswer))
  expect(states()).toEqual(['uploading', 'done', 'uploading', 'uploading'])
})

test('a completed upload is processing until its response arrives', async () => {
  const { store, sent, states } = openStore('a')
  store.run()

  sent[0]?.observer.onStage({ kind: 'processing', since: 0 })

  expect(states()).toEqual(['processing'])
  await sent[0]?.end(answered({ ...textAnswer, warnings: [{ code: 'ocr_needed', message: 'm' }] }))
  expect(states()).toEqual(['warning'])
})

test('one document is canceled, queued or running, and the others continue', async () => {
  const { store, sent, states } = openStore('a', 'b', 'c', 'd')
  store.run()

  store.cancel(3)
  store.cancel(1)

  expect(sent[1]?.stopped()).toBe(true)
  expect(states()).toEqual(['uploading', 'stopped', 'uploading', 'cancelled'])
  await sent[0]?.end(answered(textAnswer))
  await sent[2]?.end(refused('unprocessable_file'))
  expect(states()).toEqual(['done', 'stopped', 'failed', 'cancelled'])
  store.retryUnread()
  expect(sent.slice(3).map(({ file }) => file.name)).toEqual(['b', 'c', 'd'])
})

test('a batch reads new files and changed requests, or everything when nothing changed', async () => {
  const { store, sent } = openStore('a', 'b')
  store.run()
  for (const upload of sent) await upload.end(answered(textAnswer))

  store.update(state => ({ ...state, files: state.files.slice(0, 1) }))
  store.run()
  expect(sent).toHaveLength(3)
  await sent[2]?.end(answered(textAnswer))
  store.update(state => ({ ...state, fields: { enable_ocr: 'true' } }))
  store.run()

  expect(sent.map(({ file }) => file.name)).toEqual(['a', 'b', 'a', 'a'])
  expect(JSON.parse(sent[3]?.body ?? '')).toMatchObject({ enable_ocr: 'true' })
})

test('another mode is a separate request next to the first', async () => {
  const { store, sent, states } = openStore('a')
  store.run()
  await sent[0]?.end(answered(textAnswer))

  store.readAs(0, { extract_mode: 'markdown' })
  await sent[1]?.end(answered({ ...textAnswer, content: '# Tides' }))

  expect(states()).toEqual(['done'])
  expect(Object.keys(store.read().rows[0]?.runs ?? {})).toEqual(['text', 'markdown'])
})

test('requesting a mode again replaces the running request', async () => {
  const { store, sent, states } = openStore('a', 'b', 'c', 'd')
  store.run()
  for (const upload of sent.slice(0, 3)) await upload.end(answered(textAnswer))
  store.readAs(0, { extract_mode: 'embeddings', chunk_size: '512' })

  store.readAs(0, { extract_mode: 'embeddings', chunk_size: '256' })
  sent[5]?.observer.onStage({ kind: 'processing', since: 0 })
  // An aborted request ends slightly later.
  await sent[4]?.end({ state: 'stopped' })

  expect(sent.map(upload => upload.stopped())).toEqual([false, false, false, false, true, false])
  const [row] = store.read().rows
  expect(row?.runs.embeddings).toMatchObject({ id: 'run_5', state: 'running' })
  expect(row?.stage).toEqual({ kind: 'processing', since: 0 })
  expect(states()).toEqual(['done', 'done', 'done', 'uploading'])
})

test('late responses of a document that is read again change nothing', async () => {
  const { store, sent } = openStore('a')
  store.run()
  await sent[0]?.end(answered(textAnswer))
  store.readAs(0, { extract_mode: 'markdown' })

  store.retryWith(0, { enable_ocr: 'true' })
  await sent[2]?.end(answered(textAnswer))

  expect(sent[1]?.stopped()).toBe(true)
  expect(Object.keys(store.read().rows[0]?.runs ?? {})).toEqual(['text'])
})

test('the same file is read with other options next to the result, and stops with the rest', async () => {
  const { store, sent, states } = openStore('a')
  store.run()
  await sent[0]?.end(answered(textAnswer))
  store.update(state => ({ ...state, fields: { enable_ocr: 'true' } }))

  store.readBeside(0)
  expect(store.read().rows[0]?.beside?.state).toBe('running')
  store.stop()
  store.readBeside(0)
  await sent[2]?.end(answered({ ...textAnswer, content: 'Tides!' }))

  expect(sent[1]?.stopped()).toBe(true)
  expect(states()).toEqual(['done'])
  const { runs, beside } = store.read().rows[0] ?? {}
  expect(runs?.text?.response?.body).toContain('"Tides"')
  expect(beside?.response?.body).toContain('Tides!')
  expect(differingOptions(runs?.text?.request.body ?? '', beside?.request.body ?? '')).toEqual([
    { name: 'details', first: 'true', second: null },
    { name: 'enable_ocr', first: null, second: 'true' },
  ])
})

test('a password is sent with the request, which stores only its placeholder', async () => {
  const { store, sent, fileStore } = openStore('a.pdf')
  store.run()
  await sent[0]?.end(refused('unprocessable_file', 422, 'encrypted'))
  fileStore.setPassword(store.read().rows[0]?.file.id ?? null, 'sesame')

  store.retryWith(0, { password: '$PDF_PASSWORD' })

  expect(sent[1]).toMatchObject({ password: 'sesame' })
  expect(JSON.stringify(store.read())).not.toContain('sesame')
})

test('an invalid key ends the batch: the next request would fail too', async () => {
  const { store, sent, states } = openStore('a', 'b', 'c', 'd')
  store.run()

  await sent[0]?.end(refused('invalid_api_key', 401))

  expect(states()[3]).toBe('cancelled')
})

test('late responses for documents no longer shown change nothing', async () => {
  const { store, sent } = openStore('a')
  store.run()

  store.open(emptyDocuments)
  await sent[0]?.end(answered(textAnswer))

  expect(store.read()).toBe(emptyDocuments)
})

test('a file without bytes is not sent, and reports it', () => {
  const { store, sent, states } = openStore('a')
  const [file] = store.read().files
  if (file) store.update(state => ({ ...state, files: [{ ...file, id: 'other', attached: false }] }))

  store.run()

  expect(sent).toHaveLength(0)
  expect(states()).toEqual(['detached'])
})
