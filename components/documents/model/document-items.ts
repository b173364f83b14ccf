import type { HandoffItem } from '#components/playground/handoff/model/handoff.ts'
import { type DocumentRow, isRead } from './document-row.ts'
import { toPlainText } from './export-documents.ts'
import { toOrigin } from './views/chunk-origin.ts'
import { readDocument } from './read-document.ts'

/** Documents for a handoff: the text of each under its name. */
export function toTextItems(rows: readonly DocumentRow[]): readonly HandoffItem[] {
  return rows.filter(isRead).map(row => ({ title: row.file.name, text: toPlainText(row) }))
}

/**
 * Their chunks, each with the document's name, its pages and headings. Grouped by page or, with several
 * documents, by document.
 */
export function toChunkItems(rows: readonly DocumentRow[]): readonly HandoffItem[] {
  return rows.flatMap(({ file, runs }) => {
    const chunks = runs.embeddings ? (readDocument(runs.embeddings)?.chunks ?? []) : []
    return chunks.map(chunk => ({
      title: [`${file.name}, ${toOrigin(chunk)}`, ...chunk.headings].join(' › '),
      text: chunk.content,
      group: rows.length > 1 ? file.name : toOrigin(chunk),
    }))
  })
}
