'use client'
import { useRef } from 'react'
import { ReaderTabs } from '#components/playground/reader-tabs.tsx'
import { type DocumentRow, stateOfRow } from '#lib/client/documents/document-row.ts'
import { documentViews, viewOfMode } from '#lib/client/documents/document-views.ts'
import { DocumentHead } from './document-head.tsx'
import { DocumentView } from './document-view.tsx'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { FindBar } from './find-bar.tsx'
import { RowOutcome } from './row-outcome.tsx'

/** One row in full: its document in each of its forms, or why there is none. */
export function DocumentReader(props: { row: DocumentRow; place: number }) {
  const { row } = props
  const state = stateOfRow(row)
  // Another document begins at its top, and with nothing of the former one chosen.
  if (state === 'done' || state === 'warning') return <Reader key={row.file.id} {...props} />
  return <RowOutcome {...props} />
}

function Reader({ row, place }: { row: DocumentRow; place: number }) {
  const store = useDocumentsStore()
  const view = useDocuments().view ?? viewOfMode(row.mode)
  const panel = useRef<HTMLDivElement>(null)
  return (
    <article aria-label="Document" className="flex h-full min-h-0 flex-col">
      <DocumentHead row={row} place={place} />
      <ReaderTabs
        label="Forms of the document"
        choices={documentViews.map(({ name, label }) => ({ value: name, label }))}
        value={view}
        onChange={next => store.update(state => ({ ...state, view: next }))}
        beside={<FindBar panel={panel} shown={`${row.file.id} ${view}`} />}
        panel={panel}
      >
        <DocumentView view={view} row={row} place={place} />
      </ReaderTabs>
    </article>
  )
}
