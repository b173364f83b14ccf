import { expect, test } from 'vitest'
import type { DocumentRow } from './document-row.ts'
import type { ExtractMode } from './extract-mode.ts'
import type { Run } from '#lib/client/run.ts'
import { toDocumentEntries } from './document-entries.ts'

const block = { type: 'paragraph', headings: [], origin: 'text' }
const file = {
  id: 'f',
  name: 'tides.pdf',
  path: 'tides.pdf',
  type: 'application/pdf',
  sizeBytes: 10,
  sha256: 'a'.repeat(64),
  attached: true,
}

function runOf(answer: object): Run {
  return {
    id: 'run_1',
    state: 'done',
    request: { method: 'POST', path: '/upload', body: '{}' },
    response: { status: 200, headers: {}, body: JSON.stringify(answer) },
    events: [],
    timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
    failure: null,
  }
}

function contentOf(mode: ExtractMode, answer: object) {
  const row: DocumentRow = {
    file,
    body: '{}',
    mode,
    runs: { [mode]: runOf(answer) },
    stage: null,
    beside: null,
    cancelled: false,
  }
  const [entry] = toDocumentEntries([row])
  return entry?.kind === 'text' ? entry.content : null
}

const text = (content: string, pages: readonly { page: number; start: number }[]) => ({
  status: true,
  content,
  type: 'pdf',
  error: '',
  details: { blocks: pages.map(({ page, start }) => ({ ...block, page, start, end: start + 1 })) },
})

test('a text is split at the pages of its blocks, without losing any of it', () => {
  const content = contentOf(
    'text',
    text('Title\n\nMoon pulls.\n\nWater follows.', [
      { page: 1, start: 7 },
      { page: 2, start: 20 },
    ]),
  )

  expect(content).toEqual({
    pages: [
      { page: 1, content: 'Title\n\nMoon pulls.' },
      { page: 2, content: 'Water follows.' },
    ],
  })
})

test.each([
  ['has one page', [{ page: 1, start: 0 }]],
  ['has no page information', []],
  [
    'has pages out of order',
    [
      { page: 2, start: 0 },
      { page: 1, start: 5 },
    ],
  ],
] as const)('a text that %s is not split', (_, blocks) => {
  expect(contentOf('text', text('Moon pulls.', blocks))).toEqual({ text: 'Moon pulls.' })
})

test('pages from the API are saved unchanged, without empty ones', () => {
  const pages = [
    { page: 1, content: 'Moon', total_tokens: 1 },
    { page: 2, content: ' ', total_tokens: 0 },
    { page: 3, content: 'Tides', total_tokens: 1 },
  ]

  const content = contentOf('pages', { object: 'pages', data: { success: true, data: { pages } } })

  expect(content).toEqual({
    pages: [
      { page: 1, content: 'Moon' },
      { page: 3, content: 'Tides' },
    ],
  })
})

test('chunks are joined into their pages', () => {
  const chunk = (content: string, page: number) => ({ content, total_tokens: 1, from_page: page })
  const chunks = [chunk('Moon', 1), chunk('pulls.', 1), chunk('Tides', 2)]

  const content = contentOf('embeddings', { object: 'chunks', data: { success: true, data: { chunks } } })

  expect(content).toEqual({
    pages: [
      { page: 1, content: 'Moon\n\npulls.' },
      { page: 2, content: 'Tides' },
    ],
  })
})

test('a document is saved with its name and hash; one without text is skipped', () => {
  const row = (content: string): DocumentRow => ({
    file,
    body: '{}',
    mode: 'text',
    runs: { text: runOf(text(content, [])) },
    stage: null,
    beside: null,
    cancelled: false,
  })

  const entries = toDocumentEntries([row('Moon'), row('  ')])

  expect(entries).toEqual([
    { kind: 'text', title: 'tides.pdf', content: { text: 'Moon' }, url: null, sha256: 'a'.repeat(64) },
  ])
})
