'use client'
import { X } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { sameFileBefore } from '#lib/client/documents/same-file.ts'
import { formatBytes } from '#lib/client/format.ts'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { FileNotices } from './file-notices.tsx'

/** What will be read; a file that is there twice, whose bytes are gone, or that tells more than its content, says so. */
export function FileList() {
  const store = useDocumentsStore()
  const { files } = useDocuments()
  if (files.length === 0) return null
  return (
    <ul aria-label="Files to read" className="max-h-64 overflow-auto rounded-md border border-line">
      {files.map((file, place) => (
        <li
          key={file.id}
          className="flex min-h-8 items-center gap-2 border-b border-line py-0.5 pr-1 pl-2.5 last:border-b-0"
        >
          <span className="min-w-0 flex-1">
            <bdi className="block truncate">{file.path}</bdi>
            <FileNotices file={file} twin={sameFileBefore(files, place)} />
          </span>
          <span className="shrink-0 text-xs text-muted">{formatBytes(file.sizeBytes)}</span>
          <IconButton
            label={`Remove ${file.name}`}
            className="size-6 coarse:size-10"
            onClick={() =>
              store.update(state => ({ ...state, files: state.files.filter(each => each !== file) }))
            }
          >
            <X size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
