'use client'
import type { ReactNode } from 'react'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { DocumentRow } from './model/document-row.ts'
import type { ExtractMode } from './model/extract-mode.ts'
import { type DocumentContent, readDocument } from './model/read-document.ts'
import { useDocumentsStore } from './documents-context.ts'
import { StageLabel } from './stage-label.tsx'

const shapeNames: Readonly<Record<ExtractMode, string>> = {
  text: 'text',
  markdown: 'Markdown',
  pages: 'pages',
  embeddings: 'chunks',
}

/** Shows a mode that was requested, or requests it: each mode is a separate request. */
export function ExtractModeView({
  mode,
  row,
  index,
  children,
}: {
  mode: ExtractMode
  row: DocumentRow
  index: number
  children: (document: DocumentContent) => ReactNode
}) {
  const store = useDocumentsStore()
  const run = row.runs[mode]
  const ask = () => store.readAs(index, { extract_mode: mode, ...(mode === 'pages' && { details: 'true' }) })
  if (run?.state === 'running') {
    return (
      <p className="text-muted" role="status">
        Reading as {shapeNames[mode]} {row.stage && <StageLabel stage={row.stage} />}
      </p>
    )
  }
  if (run?.failure) return <ErrorCard run={run} onRetry={ask} />
  const document = run ? readDocument(run) : null
  if (document !== null) return children(document)
  if (!row.file.attached) {
    return (
      <p className="max-w-[64ch] text-muted">
        Reading as {shapeNames[mode]}, and the file is no longer loaded. Drop it again and run it.
      </p>
    )
  }
  return (
    <div className="flex max-w-[64ch] flex-col items-start gap-2 text-muted">
      <p>The document was not read as {shapeNames[mode]} yet. This takes a separate request.</p>
      <Button onClick={ask}>Read as {shapeNames[mode]}</Button>
    </div>
  )
}
