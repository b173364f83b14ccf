import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { type DocumentRow, isRead, mainRun } from './document-row.ts'
import { readDocument } from './read-document.ts'

/** What a document says, from whichever shape is there: its text, its Markdown, its pages, its chunks. */
export function toPlainText({ runs, mode }: Pick<DocumentRow, 'runs' | 'mode'>): string {
  const wanted = [runs.text, runs.markdown, runs.pages, runs.embeddings, runs[mode]]
  for (const run of wanted) {
    const text = run ? textOfRun(run) : null
    if (text !== null) return text
  }
  return ''
}

/** What one answer says, whatever its shape; null where it holds no document. */
export function textOfRun(run: Pick<Run, 'response'>): string | null {
  const document = readDocument(run)
  if (document === null) return null
  return document.text ?? (document.pages ?? document.chunks ?? []).map(({ content }) => content).join('\n\n')
}

/** Every document that was read as one text, each under its name. */
export function toDocumentsText(rows: readonly DocumentRow[]): string {
  return rows
    .filter(isRead)
    .map(row => `# ${row.file.path}\n\n${toPlainText(row).trim()}\n`)
    .join('\n---\n\n')
}

/** Every document that was read as a line of JSON, with all that the API sent. */
export function toDocumentsJsonl(rows: readonly DocumentRow[]): string {
  return rows
    .filter(isRead)
    .map(row => `${JSON.stringify({ file: row.file.path, ...answerOf(row) })}\n`)
    .join('')
}

/** The chunks, one JSON object a line; empty where none were made. */
export function toChunkLines({ runs }: Pick<DocumentRow, 'runs'>): string {
  const chunks = runs.embeddings ? (readDocument(runs.embeddings)?.chunks ?? []) : []
  return chunks
    .map(({ content, tokens, fromPage, toPage, headings }) =>
      JSON.stringify({ content, total_tokens: tokens, from_page: fromPage, to_page: toPage, headings }),
    )
    .map(line => `${line}\n`)
    .join('')
}

/** What the API sent, as JSON that can be read. */
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
