'use client'
import { Ellipsis, Upload } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { showToast } from '#components/ui/toast.ts'
import { setDocuments } from '#lib/client/rerank/edit-documents.ts'
import { readDocuments } from '#lib/client/rerank/read-documents.ts'
import { useBoard, useBoardStore } from './board-context.ts'

/** Brings documents in from a file, and takes all of them away. */
export function DocumentsMenu({ onFile }: { onFile: (file: File) => void }) {
  const store = useBoardStore()
  const documents = readDocuments(useBoard().body)
  const file = useRef<HTMLInputElement>(null)
  const clear = () => {
    const before = store.read()
    store.update(board => setDocuments(board, []))
    showToast('Documents removed', {
      action: { label: 'Undo', onSelect: () => store.update(board => ({ ...board, body: before.body })) },
    })
  }
  return (
    <>
      <IconButton label="Import a file" onClick={() => file.current?.click()}>
        <Upload size={16} aria-hidden />
      </IconButton>
      <input
        ref={file}
        type="file"
        aria-label="Documents file"
        accept=".txt,.csv,.tsv,.json,.jsonl,.ndjson,text/*,application/json"
        className="hidden"
        onChange={event => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
          // The same file may be chosen again, once it was mended.
          event.target.value = ''
        }}
      />
      <Menu
        trigger={
          <IconButton label="More for documents">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        actions={[
          { label: 'Import a file', onSelect: () => file.current?.click() },
          { label: 'Remove all documents', disabled: documents.length === 0, onSelect: clear },
        ]}
      />
    </>
  )
}
