'use client'

import { useChatState, useChatStore, useUploads } from '#components/chat/chat-context.ts'
import type { FileUpload } from '#components/chat/model/chat-store.ts'
import { Button } from '#components/ui/button/button.tsx'
import { formatShare } from '#lib/client/format.ts'
import { FileCard, FileRow } from './file-card.tsx'
import { removeUpload, uploadFiles } from './upload-files.ts'

/** The files of the pending message, and those that are still being read. */
export function PendingFiles({ onRemoved }: { onRemoved: () => void }) {
  const store = useChatStore()
  const files = useChatState().pending.files ?? []
  const uploads = useUploads()
  const remove = (index: number) => {
    store.update(state => ({
      ...state,
      pending: { ...state.pending, files: files.filter((_, position) => position !== index) },
    }))
    onRemoved()
  }
  return (
    <ul aria-label="Attached files" className="flex flex-wrap items-start gap-2">
      {files.map((file, index) => (
        <li key={`${index}-${file.name}`} className="max-w-full min-w-0">
          <FileCard file={file} onRemove={() => remove(index)} />
        </li>
      ))}
      {uploads.map(upload => (
        <li key={upload.id} className="max-w-full min-w-0">
          <UploadRow
            upload={upload}
            onRetry={() => uploadFiles(store, [upload])}
            onRemove={() => {
              removeUpload(store, upload)
              onRemoved()
            }}
          />
        </li>
      ))}
    </ul>
  )
}

function UploadRow({
  upload: { file, stage },
  onRetry,
  onRemove,
}: {
  upload: FileUpload
  onRetry: () => void
  onRemove: () => void
}) {
  const failed = stage.kind === 'failed'
  return (
    <FileRow
      name={file.name}
      state={<span role={failed ? 'alert' : 'status'}>{formatStage(stage)}</span>}
      failed={failed}
      actions={
        failed &&
        stage.canRetry && (
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        )
      }
      removal={failed ? `Remove ${file.name}` : `Cancel ${file.name}`}
      onRemove={onRemove}
    />
  )
}

function formatStage(stage: FileUpload['stage']): string {
  switch (stage.kind) {
    case 'uploading':
      return stage.totalBytes === 0
        ? 'Uploading'
        : `Uploading ${formatShare(Math.min(1, stage.sentBytes / stage.totalBytes))}`
    case 'reading':
      return 'Reading'
    case 'failed':
      return stage.reason
  }
}
