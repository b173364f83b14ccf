import { readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { type DocumentRow, isRead, mainRun } from './document-row.ts'
import { readDocument } from './read-document.ts'
import type { HandoffItem } from '#components/playground/handoff/model/handoff.ts'
import { toOrigin } from './views/chunk-origin.ts'

/** Content of a document from any available result: text, Markdown, pages, chunks. */
export function toPlainText({ runs, mode }: Pick<DocumentRow, 'runs' | 'mode'>): string {
  const wanted = [runs.text, runs.markdown, runs.pages, runs.embeddings, runs[mode]]
  for (const run of wanted) {
    const text = run ? textOfRun(run) : null
    if (text !== null) return text
  }
  return ''
}

/** Content of one response in any mode; null when it contains no document. */
export function textOfRun(run: Pick<Run, 'response'>): string | null {
  const document = readDocument(run)
  if (document === null) return null
  return document.text ?? (document.pages ?? document.chunks ?? []).map(({ content }) => content).join('\n\n')
}

/** All read documents as one text, each under its name. */
export function toDocumentsText(rows: readonly DocumentRow[]): string {
  return rows
    .filter(isRead)
    .map(row => `# ${row.file.path}\n\n${toPlainText(row).trim()}\n`)
    .join('\n---\n\n')
}

/** All read documents as JSON lines, with all data from the API. */
export function toDocumentsJsonl(rows: readonly DocumentRow[]): string {
  return rows
    .filter(isRead)
    .map(row => `${JSON.stringify({ file: row.file.path, ...answerOf(row) })}\n`)
    .join('')
}

/** The chunks, one JSON object per line; empty without any. */
export function toChunkLines({ runs }: Pick<DocumentRow, 'runs'>): string {
  const chunks = runs.embeddings ? (readDocument(runs.embeddings)?.chunks ?? []) : []
  return chunks
    .map(({ content, tokens, fromPage, toPage, headings }) =>
      JSON.stringify({ content, total_tokens: tokens, from_page: fromPage, to_page: toPage, headings }),
    )
    .map(line => `${line}\n`)
    .join('')
}

/** The API's data, as formatted JSON. */
export function toDocumentJson(row: DocumentRow): string {
  return JSON.stringify(answerOf(row), null, 2)
}

/** `report.final.pdf` → `report.final` */
export function toBaseName(name: string): string {
  return name.replace(/(?!^)\.[^.]*$/, '')
}

function answerOf(row: DocumentRow): object {
  const answer = readJson(mainRun(row)?.response?.body ?? '')
  return typeof answer === 'object' && answer !== null ? answer : {}
}

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
