'use client'
import { useMemo } from 'react'
import type { DocumentRow } from './model/document-row.ts'
import { toPagesOfBlocks } from './model/views/page-blocks.ts'
import { PagesOfBlocks } from './pages-of-blocks.tsx'
import { ExtractModeView } from './extract-mode-view.tsx'

/** The pages of a document, from the first response with text positions. */
export function PagesView({ row, index }: { row: DocumentRow; index: number }) {
  const pages = useMemo(() => toPagesOfBlocks(row), [row])
  if (pages !== null && pages.length > 0) return <PagesOfBlocks pages={pages} row={row} />
  return (
    <ExtractModeView mode="pages" row={row} index={index}>
      {() => <p className="text-muted">The document has no pages.</p>}
    </ExtractModeView>
  )
}
