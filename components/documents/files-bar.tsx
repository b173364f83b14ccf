'use client'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { download } from '#components/playground/download.ts'
import { RowsBar } from '#components/playground/rows-bar.tsx'
import {
  type DocumentRow,
  isGoing,
  isRead,
  isUnread,
  stateOfRow,
} from '#lib/client/documents/document-row.ts'
import { toDocumentsJsonl, toDocumentsText } from '#lib/client/documents/export-documents.ts'
import { toDocumentEntries } from '#lib/client/library/document-entries.ts'
import { useDocumentsStore } from './documents-context.ts'
import { SendDocuments } from './send-documents.tsx'

/** How far the documents of a press are, and what can be done with all of them. */
export function FilesBar({ rows }: { rows: readonly DocumentRow[] }) {
  const store = useDocumentsStore()
  const read = rows.filter(isRead)
  return (
    <RowsBar
      noun="documents"
      counts={{
        total: rows.length,
        read: read.length,
        warned: rows.filter(row => stateOfRow(row) === 'warning').length,
        unread: rows.filter(isUnread).length,
        going: rows.filter(isGoing).length,
      }}
      onStop={store.stop}
      onRetry={store.retryUnread}
      exports={[
        {
          label: 'All texts in one file (.txt)',
          onSelect: () => download('documents.txt', toDocumentsText(rows)),
        },
        {
          label: 'A line of JSON each (.jsonl)',
          onSelect: () => download('documents.jsonl', toDocumentsJsonl(rows), 'application/jsonl'),
        },
      ]}
    >
      {read.length > 0 && (
        <AddToLibrary noun="document" entries={() => toDocumentEntries(read)} count={read.length} inPalette />
      )}
      {read.length > 0 && <SendDocuments rows={read} />}
    </RowsBar>
  )
}
