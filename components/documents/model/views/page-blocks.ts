import type { DocumentRow } from '#components/documents/model/document-row.ts'
import type { Box, DocumentBlock, RemovedLine } from './read-blocks.ts'
import { type DocumentContent, readDocument } from '#components/documents/model/read-document.ts'

/** A block of a page: its text and position. */
export interface PageBlock {
  readonly id: number
  readonly type: string
  readonly text: string
  readonly box: Box | null
  readonly origin: string
  readonly confidence: number | null
  /** The chunk that contains it, from 0; null when the document was not read as chunks. */
  readonly chunk: number | null
  readonly slide: number | null
  readonly sheet: string | null
}

/** One page of a document, in blocks. */
export interface PageOfBlocks {
  readonly page: number
  readonly blocks: readonly PageBlock[]
  readonly removed: readonly RemovedLine[]
}

/** The pages of a row, from the first response with block positions; null: none has them. */
export function toPagesOfBlocks({ runs }: Pick<DocumentRow, 'runs'>): readonly PageOfBlocks[] | null {
  for (const run of [runs.text, runs.pages, runs.markdown, runs.embeddings]) {
    const document = run ? readDocument(run) : null
    if (document === null) continue
    if (document.blocks.length > 0) return fromBlocks(document)
    if (document.pages !== null) return document.pages.map(toPlainPage)
  }
  return null
}

/** The same for chunks alone: each block with its chunk, overlaps once for each. */
export function toPagesOfChunks({ runs }: Pick<DocumentRow, 'runs'>): readonly PageOfBlocks[] | null {
  const document = runs.embeddings ? readDocument(runs.embeddings) : null
  return document === null || document.blocks.length === 0 ? null : fromBlocks(document)
}

function toPlainPage({ page, content }: { page: number; content: string }): PageOfBlocks {
  const block: PageBlock = {
    id: 0,
    type: 'paragraph',
    text: content,
    box: null,
    origin: 'text',
    confidence: null,
    chunk: null,
    slide: null,
    sheet: null,
  }
  return { page, blocks: content.trim() === '' ? [] : [block], removed: [] }
}

function fromBlocks(document: DocumentContent): readonly PageOfBlocks[] {
  const byPage = Map.groupBy(document.blocks, ({ page }) => page)
  const removed = Map.groupBy(document.removed, ({ page }) => page ?? 0)
  const last = [...byPage.keys(), ...removed.keys(), document.pages?.length ?? 0].reduce(
    (a, b) => Math.max(a, b),
    1,
  )
  return Array.from({ length: last }, (_, index) => ({
    page: index + 1,
    blocks: (byPage.get(index + 1) ?? []).map((block, id) => toPageBlock(block, id, document)),
    removed: removed.get(index + 1) ?? [],
  }))
}

function toPageBlock(block: DocumentBlock, id: number, document: DocumentContent): PageBlock {
  const { type, box, origin, confidence, start, end, chunk, slide, sheet } = block
  const parts = document.chunks ?? (document.text === null ? document.pages : null)
  const content = parts === null ? document.text : parts[chunk ?? 0]?.content
  const cut = (content ?? '').slice(start, end)
  // A heading is styled, so it needs no marker: `## Slide 2: Aims`.
  const text = type === 'heading' ? cut.replace(/^#{1,6} /, '') : cut
  return { id, type, box, origin, confidence, text, chunk: document.chunks && chunk, slide, sheet }
}
