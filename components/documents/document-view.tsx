'use client'
import { lazy, Suspense } from 'react'
import { LongText } from '#components/playground/long-text.tsx'
import { MarkdownText } from '#components/playground/markdown-text.tsx'
import { WireBlock } from '#components/playground/wire-block.tsx'
import { type DocumentRow, mainRun } from '#lib/client/documents/document-row.ts'
import type { ViewName } from '#lib/client/documents/document-views.ts'
import { readDocument } from '#lib/client/documents/read-document.ts'
import { ChunksView } from './chunks-view.tsx'
import { CompareView } from './compare-view.tsx'
import { FieldsView } from './fields-view.tsx'
import { ShapeGate } from './shape-gate.tsx'
import { TextView } from './text-view.tsx'

const PagesView = lazy(() => import('./pages-view.tsx').then(module => ({ default: module.PagesView })))

/** One form of a document, or the way to it. */
export function DocumentView({ view, row, place }: { view: ViewName; row: DocumentRow; place: number }) {
  switch (view) {
    case 'text':
      return (
        <ShapeGate mode="text" row={row} place={place}>
          {document => <TextView document={document} row={row} />}
        </ShapeGate>
      )
    case 'markdown':
      return (
        <ShapeGate mode="markdown" row={row} place={place}>
          {({ text }) => (text === '' ? <Empty /> : <MarkdownText text={text ?? ''} />)}
        </ShapeGate>
      )
    case 'pages':
      return (
        <Suspense>
          <PagesView row={row} place={place} />
        </Suspense>
      )
    case 'chunks':
      return <ChunksView row={row} place={place} />
    case 'fields':
      return <FieldsView row={row} />
    case 'compare':
      return <CompareView row={row} place={place} />
    case 'json': {
      const run = mainRun(row)
      return run && readDocument(run) ? (
        <WireBlock label="answer" pretty>
          {run.response?.body ?? ''}
        </WireBlock>
      ) : (
        <LongText text="" />
      )
    }
  }
}

function Empty() {
  return <p className="text-muted">The document holds nothing in this form.</p>
}
