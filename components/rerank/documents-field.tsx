'use client'
import { useMemo, useState } from 'react'
import { useIssue } from '#components/playground/issues-context.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { formatBytes, formatCount } from '#lib/client/format.ts'
import { readRankFields } from '#lib/client/rerank/document-text.ts'
import { measureDocuments } from '#lib/client/rerank/documents-size.ts'
import { readDocuments, tooManyDocuments } from '#lib/client/rerank/read-documents.ts'
import { useBoard } from './board-context.ts'
import { DocumentsJson } from './documents-json.tsx'
import { DocumentsTable } from './documents-table.tsx'
import { ImportNote } from './import-note.tsx'
import { DocumentsMenu } from './documents-menu.tsx'
import { useImport } from './use-import.ts'

const shapes = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
]

/** The documents as rows or as JSON, in step; files are dropped on it. */
export function DocumentsField() {
  const { body } = useBoard()
  const [shape, setShape] = useState('table')
  const documents = readDocuments(body)
  const fields = useMemo(() => readRankFields(body), [body])
  const sizeBytes = useMemo(() => measureDocuments(documents, fields), [documents, fields])
  const importing = useImport()
  const issue = useIssue('documents')
  const problem = tooManyDocuments(documents.length) ?? issue?.message ?? null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a place to drop on; the button does the same
    <section
      aria-label="Documents"
      data-field="documents"
      className="min-w-0 rounded-md data-over:outline-2 data-over:outline-offset-4 data-over:outline-accent"
      data-over={importing.over || undefined}
      {...importing.dropZone}
    >
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="text-xs text-muted">Documents</h2>
        <span className={`flex-1 text-xs ${problem === null ? 'text-muted' : 'text-bad'}`}>
          {documents.length > 0 && `${formatCount(documents.length)} · ${formatBytes(sizeBytes)}`}
        </span>
        <DocumentsMenu onFile={importing.read} />
        <Segmented label="Documents as" choices={shapes} value={shape} onChange={setShape} />
      </div>
      <ImportNote importing={importing} />
      {shape === 'table' ? <DocumentsTable /> : <DocumentsJson />}
      {/* Below, so that leaving a row never moves a button from under the pointer. */}
      {problem !== null && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {problem}
        </p>
      )}
    </section>
  )
}
