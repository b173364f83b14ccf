'use client'
import { FileUp, FolderUp } from 'lucide-react'
import { useRef } from 'react'
import { useIssue } from '#components/playground/issues-context.ts'
import { Button } from '#components/ui/button.tsx'
import { acceptedKinds } from '#lib/client/documents/check-file.ts'
import { formatBytes, formatCount } from '#lib/client/format.ts'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { FileList } from './file-list.tsx'
import { useAddFiles } from './use-add-files.ts'

/** The files that the next press of Run reads, and the ways to add to them. */
export function FilesEditor() {
  const store = useDocumentsStore()
  const add = useAddFiles()
  const { files } = useDocuments()
  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  const issue = useIssue('file')
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const take = (input: HTMLInputElement) => {
    add([...(input.files ?? [])])
    // The same file may be picked again.
    input.value = ''
  }
  return (
    <div data-field="file" className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-5 items-center justify-between gap-2 text-xs text-muted">
        <h2>Files</h2>
        {files.length > 0 && (
          <span className="flex items-center gap-2">
            {formatCount(files.length)} {files.length === 1 ? 'file' : 'files'} · {formatBytes(bytes)}
            <Button
              variant="link"
              className="text-xs"
              onClick={() => store.update(state => ({ ...state, files: [] }))}
            >
              Remove all
            </Button>
          </span>
        )}
      </div>
      <div className="flex flex-col items-center gap-2 rounded-md border border-dashed border-control bg-surface px-3 py-4 text-center">
        <p className="text-base">Drop files or folders anywhere on this page, or paste them</p>
        <p className="text-xs text-muted">{acceptedKinds}. At most 50 MiB each.</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            data-main-input
            aria-describedby={issue ? 'file-issue' : undefined}
            onClick={() => picker.current?.click()}
          >
            <FileUp size={16} aria-hidden />
            Choose files
          </Button>
          <Button onClick={() => folderPicker.current?.click()}>
            <FolderUp size={16} aria-hidden />
            Choose a folder
          </Button>
        </div>
        {issue && (
          <p id="file-issue" className="text-xs text-bad">
            {issue.message}
          </p>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={event => take(event.currentTarget)}
      />
      <input
        ref={folderPicker}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        {...{ webkitdirectory: '' }}
        onChange={event => take(event.currentTarget)}
      />
      <FileList />
    </div>
  )
}
