import { expect, test } from 'vitest'
import { attachmentBytesMax } from '#components/playground/history/model/attachment-size.ts'
import { emptyRequest } from './request.ts'
import { oversizedBytes, readStoredResults, readStoredSource } from './stored-result.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { Shown } from './viewer-state.ts'
import { emptyColumn } from './change-column.ts'

function shownWith(values: Float32Array, running = false): Shown {
  const vectors = { model: 'm', count: 1, dimensions: values.length, values, present: new Uint8Array(1) }
  const outcome = { reports: [], done: 1, total: 1, vectors, tokens: null, ms: 0 }
  const columns = [{ ...emptyColumn('set', 'm'), outcome }]
  return { id: 'e', request: emptyRequest, rows: [], columns, running, restored: false }
}

test('a finished result over the limit of the history says its size', () => {
  const large = new Float32Array(attachmentBytesMax / 4 + 1)

  expect(oversizedBytes(shownWith(large))).toBeGreaterThan(attachmentBytesMax)
  expect(oversizedBytes(shownWith(large, true))).toBeNull()
  expect(oversizedBytes(shownWith(new Float32Array(1000)))).toBeNull()
})

const doneReport = { batch: { index: 0, start: 0, end: 1, tokens: 1 }, state: 'done', runId: 'gone' }

test.each([
  ['nothing', undefined],
  ['vectors of another length', { results: [resultWith({ dimensions: 3 })] }],
  ['vectors as a list', { results: [resultWith({ values: [1, 2] })] }],
  ['a request without its run', { results: [{ ...resultWith({}), reports: [doneReport] }] }],
  ['an invalid request', { results: [{ ...resultWith({}), reports: [{ batch: { index: 'x' } }] }] }],
])('%s is not restored as a result', (_what, attachment) => {
  expect(readStoredResults(entryWith(attachment))).toBeNull()
})

test.each([
  ['rows without a line', { source: { kind: 'list', label: 'x', rows: [{ text: 'a', group: null }] } }],
  ['a file without its table', { source: { kind: 'file', name: 'x' } }],
  [
    'a file whose text column is missing',
    {
      source: {
        kind: 'file',
        name: 'x',
        table: { format: 'csv', columns: ['a'], cells: [[]], lines: [] },
        choice: { text: 1, group: null },
      },
    },
  ],
])('%s is not restored as texts', (_what, attachment) => {
  expect(readStoredSource(entryWith(attachment))).toBeNull()
})

function resultWith(changes: object): object {
  const vectors = {
    model: 'm',
    count: 1,
    dimensions: 2,
    values: new Float32Array(2),
    present: new Uint8Array(1),
  }
  return { runIds: [], vectors: { ...vectors, ...changes }, reports: [], tokens: null, ms: 0 }
}

function entryWith(attachment: object | undefined): HistoryEntry {
  const draft = { contract: 'embeddings', body: {} }
  const base = { id: 'e', contract: 'embeddings', name: null, pinned: false, createdAt: 1, draft, runs: [] }
  return { ...base, ...(attachment && { attachment }) }
}
