'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleDashed, CircleX, FileUp, Loader, RotateCcw, X } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useDropzone } from 'react-dropzone'
import { Elapsed } from '#components/playground/run/elapsed.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatBytes, formatShare } from '#lib/client/format.ts'
import { itemPath } from '#components/library/model/item-address.ts'
import { libraryKey } from '#components/library/model/list-items.ts'
import {
  createUploadQueue,
  isGoing,
  type LibraryUpload,
  summarizeUploads,
  type UploadState,
} from './upload-queue.ts'
import { useLibrarySearchParams } from '#components/library/use-library-search-params.ts'

// Outlives the page: an upload continues while an item is open.
const queue = createUploadQueue()
const defaultCollection = 'default'

/** Accepts files dropped anywhere on the page, and adds them to the shown collection. */
export function DropToLibrary({ children }: { children: ReactNode }) {
  const [{ collection }] = useLibrarySearchParams()
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: files => queue.add(files, collection ?? defaultCollection),
  })
  return (
    <div {...getRootProps({ className: 'contents' })}>
      {children}
      {isDragActive && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-md border-2 border-dashed border-accent-text bg-canvas/85">
          <p className="flex items-center gap-2 text-base font-medium">
            <FileUp size={20} aria-hidden />
            <span>
              Drop to add to <bdi>{collection ?? defaultCollection}</bdi>
            </span>
          </p>
        </div>
      )}
    </div>
  )
}

/** Adds files with the file picker. */
export function ChooseFiles({ label = 'Add files', compact = false }: { label?: string; compact?: boolean }) {
  const [{ collection }] = useLibrarySearchParams()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="go" onClick={() => picker.current?.click()}>
        <FileUp size={16} aria-hidden />
        <span className={compact ? 'max-sm:sr-only' : ''}>{label}</span>
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={event => {
          queue.add([...(event.currentTarget.files ?? [])], collection ?? defaultCollection)
          // The same file can be selected again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Files on their way into the library, each with its progress or the reason why it was not added. */
export function Uploads() {
  const uploads = useSyncExternalStore(queue.subscribe, queue.read, queue.read)
  const queries = useQueryClient()
  const added = uploads.filter(({ state }) => state.status === 'added').length
  useEffect(() => {
    if (added > 0) void queries.invalidateQueries({ queryKey: libraryKey })
  }, [added, queries])
  const going = uploads.some(isGoing)
  return (
    <>
      {/* Rendered from the start: screen readers announce only changes in an existing live region. */}
      <p role="status" className="sr-only">
        {uploads.length > 0 && (going ? 'Adding files to the library' : summarizeUploads(uploads))}
      </p>
      {uploads.length > 0 && (
        <section aria-label="Uploads" className="shrink-0 border-b border-line bg-sunken">
          <div className="flex min-h-10 items-center gap-2 px-4 py-1 max-sm:px-3">
            <h2 className="min-w-0 flex-1 text-xs font-medium">{summarizeUploads(uploads)}</h2>
            {going && (
              <Button size="small" onClick={queue.cancelAll}>
                Cancel all
              </Button>
            )}
            {uploads.some(each => !isGoing(each)) && (
              <Button size="small" variant="plain" onClick={queue.clear}>
                Clear
              </Button>
            )}
          </div>
          <ul aria-label="Files" className="scroll max-h-56 border-t border-line">
            {uploads.map(upload => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function UploadRow({ upload }: { upload: LibraryUpload }) {
  const { id, file, collection, state } = upload
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line px-4 py-1.5 text-xs last:border-b-0 max-sm:px-3">
      <StateIcon state={state} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-sm text-text">{file.name}</bdi>
        <span className="block text-muted">
          {formatBytes(file.size)} · <bdi>{collection}</bdi>
        </span>
      </span>
      <span className="w-56 min-w-0 text-right text-muted max-sm:w-36">
        <StateText state={state} />
      </span>
      {isGoing(upload) && (
        <IconButton label={`Cancel ${file.name}`} className="size-7" onClick={() => queue.cancel(id)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
      {(state.status === 'canceled' || (state.status === 'refused' && state.again)) && (
        <IconButton label={`Retry ${file.name}`} className="size-7" onClick={() => queue.retry(id)}>
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function StateIcon({ state: { status } }: { state: UploadState }) {
  switch (status) {
    case 'added':
      return <Check size={14} aria-hidden className="shrink-0 text-ok" />
    case 'refused':
      return <CircleX size={14} aria-hidden className="shrink-0 text-bad" />
    case 'uploading':
    case 'reading':
      return <Loader size={14} aria-hidden className="shrink-0 text-accent-text" />
    case 'queued':
    case 'canceled':
      return <CircleDashed size={14} aria-hidden className="shrink-0 text-muted" />
  }
}

function StateText({ state }: { state: UploadState }) {
  switch (state.status) {
    case 'queued':
      return 'Queued'
    case 'uploading':
      return (
        <>
          Uploading {formatShare(state.share)}
          <Progress label="Uploading" value={state.share * 100} max={100} />
        </>
      )
    case 'reading':
      return (
        <>
          Reading <Elapsed since={state.since} />
          <Progress label="Reading" value={null} max={100} />
        </>
      )
    case 'added':
      return (
        <Link
          href={itemPath(state.itemId) as Route}
          className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
        >
          Added, open
        </Link>
      )
    case 'refused':
      return <span className="wrap-anywhere text-bad">{state.reason}</span>
    case 'canceled':
      return 'Canceled'
  }
}
