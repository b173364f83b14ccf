import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { toChunkItems, toTextItems } from './export-documents.ts'
import type { DocumentRow } from './document-row.ts'
import { toChunkLines, toPlainText } from './export-documents.ts'
import { toPagesOfBlocks } from './views/page-blocks.ts'
import { readDocument } from './read-document.ts'
import { formatSize } from './format-size.ts'

const block = { type: 'paragraph', headings: [], origin: 'text' }
const textAnswer = {
  status: true,
  content: 'Tides\n\nmoon',
  type: 'pdf',
  error: '',
  fields: { night: true, harbour: 'Lisbon' },
  ocr: { pages: [2], mean_confidence: 0.62 },
  details: {
    blocks: [
      { ...block, page: 1, start: 0, end: 5, box: [0, 0.1, 0.5, 0.2] },
      { ...block, page: 3, start: 7, end: 11, origin: 'ocr', confidence: 0.6 },
    ],
    removed: [{ text: 'Page 1', page: 1 }],
    field_details: [{ name: 'harbour', label: 'Harbour of', type: 'text', page: 1 }],
  },
}
const chunk = { content: 'Tides', total_tokens: 3, from_page: 1, headings: ['Sea'] }
const chunksAnswer = {
  object: 'chunks',
  data: { success: true, data: { chunks: [chunk] } },
  details: { blocks: [{ ...block, page: 1, chunk: 0, start: 0, end: 5 }] },
}

test('text, labeled fields, confidence and removed lines are parsed', () => {
  const document = readDocument(runOf(textAnswer))

  expect(document).toMatchObject({
    text: 'Tides\n\nmoon',
    ocrConfidence: 0.62,
    fields: [
      { name: 'night', label: 'night', value: true },
      { name: 'harbour', label: 'Harbour of', value: 'Lisbon', page: 1 },
    ],
    removed: [{ text: 'Page 1', page: 1 }],
  })
})

test.each([{}, { status: false, content: '', error: 'No.' }, [], 'invalid JSON'])(
  '%o contains no document',
  answer => {
    expect(readDocument(runOf(answer))).toBeNull()
  },
)

test('every page has its blocks, even an empty one', () => {
  const pages = toPagesOfBlocks(rowOf({ text: runOf(textAnswer) }))

  expect(pages?.map(({ blocks }) => blocks.map(({ text }) => text))).toEqual([['Tides'], [], ['moon']])
  expect(pages?.[0]?.blocks[0]?.box).toEqual([0, 0.1, 0.5, 0.2])
})

test('a heading is shown without its marker, other text unchanged', () => {
  const content = '## Slide 1: Aims\n\n# 7 buoys'
  const blocks = [
    { ...block, type: 'heading', page: 1, start: 0, end: 16 },
    { ...block, page: 1, start: 18, end: 27 },
  ]
  const pages = toPagesOfBlocks(rowOf({ text: runOf({ ...textAnswer, content, details: { blocks } }) }))

  expect(pages?.[0]?.blocks.map(({ text }) => text)).toEqual(['Slide 1: Aims', '# 7 buoys'])
})

test('the offsets of chunks are within them', () => {
  const pages = toPagesOfBlocks(rowOf({ embeddings: runOf(chunksAnswer) }))

  expect(pages?.[0]?.blocks[0]?.text).toBe('Tides')
})

test('chunks are exported as JSON lines and as items with their source', () => {
  const row = rowOf({ embeddings: runOf(chunksAnswer) })

  expect(JSON.parse(toChunkLines(row))).toMatchObject({ content: 'Tides', total_tokens: 3, from_page: 1 })
  expect(toChunkItems([row])).toEqual([{ title: 'guide.pdf, page 1 › Sea', text: 'Tides', group: 'page 1' }])
  expect(toTextItems([rowOf({ text: runOf(textAnswer) })])).toEqual([
    { title: 'guide.pdf', text: 'Tides\n\nmoon' },
  ])
  expect(toPlainText(row)).toBe('Tides')
})

test('tokens are the API’s if counted, otherwise a marked estimate', () => {
  const [counted, estimated] = [readDocument(runOf(chunksAnswer)), readDocument(runOf(textAnswer))]

  expect(counted && formatSize(counted)).toBe('1 page · 1 chunk · 3 tok')
  expect(estimated && formatSize(estimated)).toBe('3 pages · ≈ 3 tok')
})

test('a scan without OCR has pages too', () => {
  const warnings = [{ code: 'ocr_needed', message: 'Pages without readable text.', pages: [1, 2] }]
  const scan = readDocument(runOf({ status: true, content: '', type: 'pdf', error: '', warnings }))

  expect(scan && formatSize(scan)).toBe('2 pages · no text without OCR')
})

function runOf(answer: unknown): Run {
  return {
    id: 'run',
    state: 'done',
    request: { method: 'POST', path: '/upload', body: '{}' },
    response: { status: 200, headers: {}, body: JSON.stringify(answer) },
    events: [],
    timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
    failure: null,
  }
}

function rowOf(runs: DocumentRow['runs']): DocumentRow {
  const file = {
    id: 'a',
    name: 'guide.pdf',
    path: 'guide.pdf',
    type: '',
    sizeBytes: 1,
    sha256: null,
    attached: true,
  }
  const mode = runs.embeddings ? 'embeddings' : 'text'
  return { file, body: '{}', mode, runs, beside: null, stage: null, cancelled: false }
}
