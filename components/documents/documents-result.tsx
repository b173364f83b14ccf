'use client'
import { useCommands } from '#components/shell/use-commands.ts'
import { DocumentReader } from './document-reader.tsx'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { RowList } from './row-list.tsx'
import { RowsBar } from './rows-bar.tsx'

/** What came back: one document, or a row for each with the chosen one below. */
export function DocumentsResult() {
  const store = useDocumentsStore()
  const { rows, chosen } = useDocuments()
  const place = Math.min(chosen, rows.length - 1)
  const row = rows[place]
  const choose = (next: number) =>
    store.update(state => (state.rows[next] === undefined ? state : { ...state, chosen: next }))
  const severalRows = () => store.read().rows.length > 1
  useCommands([
    {
      id: 'next-document',
      label: 'Next document',
      section: 'View',
      shortcut: { key: 'n' },
      enabled: severalRows,
      run: () => choose(place + 1),
    },
    {
      id: 'previous-document',
      label: 'Previous document',
      section: 'View',
      shortcut: { key: 'p' },
      enabled: severalRows,
      run: () => choose(place - 1),
    },
  ])
  if (row === undefined) return null
  if (rows.length === 1) return <DocumentReader row={row} place={0} alone />
  return (
    <div className="flex h-full flex-col">
      <h2 className="sr-only">Documents</h2>
      <RowsBar rows={rows} />
      <RowList rows={rows} chosen={place} />
      <div className="min-h-0 flex-1 overflow-auto">
        <DocumentReader row={row} place={place} alone={false} />
      </div>
    </div>
  )
}
