'use client'
import { RowList } from '#components/playground/row-list.tsx'
import { RowsResult } from '#components/playground/rows-result.tsx'
import { DocumentLine } from './document-line.tsx'
import { DocumentReader } from './document-reader.tsx'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { FilesBar } from './files-bar.tsx'

/** What came back: one document, or a row for each with the chosen one below. */
export function DocumentsResult() {
  const store = useDocumentsStore()
  const { rows, chosen } = useDocuments()
  const place = Math.min(chosen, rows.length - 1)
  const row = rows[place]
  const choose = (next: number) => store.update(state => ({ ...state, chosen: next }))
  if (row === undefined) return null
  return (
    <RowsResult
      noun="document"
      title="Documents"
      // Within a document `j` and `k` go from block to block.
      keys={{ next: 'n', previous: 'p' }}
      count={rows.length}
      chosen={place}
      onChoose={choose}
      list={
        <>
          <FilesBar rows={rows} />
          <RowList label="Documents" rows={rows} chosen={place} onChoose={choose}>
            {(each, stop) => <DocumentLine row={each} stop={stop} />}
          </RowList>
        </>
      }
    >
      <DocumentReader row={row} place={place} />
    </RowsResult>
  )
}
