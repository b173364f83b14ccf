'use client'
import { Download, RotateCcw } from 'lucide-react'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { Progress } from '#components/ui/progress.tsx'
import {
  type DocumentRow,
  isGoing,
  isRead,
  isUnread,
  stateOfRow,
} from '#lib/client/documents/document-row.ts'
import { toDocumentsJsonl, toDocumentsText } from '#lib/client/documents/export-documents.ts'
import { formatCount } from '#lib/client/format.ts'
import { useDocumentsStore } from './documents-context.ts'
import { SendDocuments } from './send-documents.tsx'

/** How far the documents of a press are, and what can be done with all of them. */
export function RowsBar({ rows }: { rows: readonly DocumentRow[] }) {
  const store = useDocumentsStore()
  const read = rows.filter(isRead)
  const warned = rows.filter(row => stateOfRow(row) === 'warning').length
  const unread = rows.filter(isUnread).length
  const going = rows.filter(isGoing).length
  const words = [
    `${formatCount(read.length)} of ${formatCount(rows.length)} read`,
    warned > 0 && `${formatCount(warned)} with a warning`,
    unread > 0 && `${formatCount(unread)} not read`,
  ]
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-b border-line px-4 py-1.5 max-sm:px-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span className="min-w-0 grow basis-64">{words.filter(Boolean).join(' · ')}</span>
        {going > 0 && (
          <Button variant="plain" onClick={store.stop}>
            Cancel all
          </Button>
        )}
        {unread > 0 && (
          <Button variant="plain" onClick={store.retryUnread}>
            <RotateCcw size={14} aria-hidden />
            Read {formatCount(unread)} again
          </Button>
        )}
        {read.length > 0 && (
          <>
            <Menu
              trigger={
                <Button variant="plain">
                  <Download size={14} aria-hidden />
                  Take away
                </Button>
              }
              actions={[
                {
                  label: 'All texts in one file (.txt)',
                  onSelect: () => download('documents.txt', toDocumentsText(rows)),
                },
                {
                  label: 'A line of JSON each (.jsonl)',
                  onSelect: () => download('documents.jsonl', toDocumentsJsonl(rows), 'application/jsonl'),
                },
              ]}
            />
            <SendDocuments rows={read} />
          </>
        )}
      </div>
      {going > 0 && (
        <Progress
          label="Documents read"
          value={rows.length - going}
          max={rows.length}
          text={`${rows.length - going} of ${rows.length} documents`}
        />
      )}
    </div>
  )
}
