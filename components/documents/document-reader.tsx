'use client'
import { Tabs } from '@base-ui/react/tabs'
import { useRef } from 'react'
import { type DocumentRow, stateOfRow } from '#lib/client/documents/document-row.ts'
import { documentViews, viewOfMode } from '#lib/client/documents/document-views.ts'
import { DocumentHead } from './document-head.tsx'
import { DocumentView } from './document-view.tsx'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { FindBar } from './find-bar.tsx'
import { RowOutcome } from './row-outcome.tsx'

const tabStyle =
  '-mb-px shrink-0 border-b-2 border-transparent px-2 py-1 text-xs text-muted -outline-offset-2 hover:text-text data-active:border-accent data-active:text-text'

/** One row in full: its document in each of its forms, or why there is none. */
export function DocumentReader(props: { row: DocumentRow; place: number; alone: boolean }) {
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
      <DocumentHead row={row} />
      <Tabs.Root
        value={view}
        onValueChange={next => {
          const found = documentViews.find(({ name }) => name === next)
          if (found) store.update(state => ({ ...state, view: found.name }))
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="flex shrink-0 flex-wrap items-center border-b border-line px-3 max-sm:px-1">
          <Tabs.List
            aria-label="Forms of the document"
            className="flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] max-sm:basis-full"
          >
            {documentViews.map(({ name, label }) => (
              <Tabs.Tab key={name} value={name} className={tabStyle}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <FindBar panel={panel} shown={`${row.file.id} ${view}`} />
        </div>
        <Tabs.Panel
          ref={panel}
          value={view}
          className="scroll min-h-0 flex-1 px-5 py-4 -outline-offset-2 max-sm:px-3"
        >
          <DocumentView view={view} row={row} place={place} />
        </Tabs.Panel>
      </Tabs.Root>
    </article>
  )
}
