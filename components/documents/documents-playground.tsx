'use client'

import { useState, type ReactNode, useEffect, useEffectEvent, lazy, Suspense, useMemo, useRef } from 'react'
import {
  SessionContext,
  useOpenSession,
  usePersistedSession,
} from '#components/playground/layout/persisted-session-context.ts'
import { attachExamples } from './model/files/example-files.ts'
import { createDocumentsSession } from './model/documents-session.ts'
import { createDocumentsStore } from './model/documents-store.ts'
import { emptyDocuments, runsOf, toDocumentsDraft, applyDraft } from './model/documents-state.ts'
import { createFileStore, type FileStore } from './model/files/file-store.ts'
import { newId } from '#lib/client/new-id.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import {
  DocumentsContext,
  useDocuments,
  useDocumentsStore,
  useDocumentsContext,
} from './documents-context.ts'
import { toDocumentsAnnouncement } from './model/announcement.ts'
import { FileUp, FolderUp, X } from 'lucide-react'
import { useDropzone } from 'react-dropzone'
import { NewBatchButton } from '#components/playground/layout/new-batch-button.tsx'
import { PlaygroundLayout } from '#components/playground/layout/playground-layout.tsx'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { isGoing, mainRun, runsOfRow, isAwaited, isRead, isUnread } from './model/document-row.ts'
import { OptionsEditor, ownFields } from './options-editor.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { passwordVariable } from '#lib/contracts/core/form-parts.ts'
import { showToast } from '#components/ui/overlay/toast.ts'
import { formatBytes, formatCount, formatCountOf } from '#lib/client/format.ts'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { Button } from '#components/ui/button/button.tsx'
import { acceptedKinds, adviceFor } from './model/files/check-file.ts'
import { sameFileBefore, type DocumentFile } from './model/files/document-file.ts'
import { type FileMetadata, noMetadata } from './model/metadata/file-metadata.ts'
import { withOcrForPictures } from './model/flags.ts'
import { addFiles } from './model/files/add-files.ts'
import { hashFile } from './model/files/hash-file.ts'

/** The documents playground: files become text, pages, fields and chunks. */
export function DocumentsPlayground({
  contract,
  examples,
}: {
  contract: ContractInfo
  /** Examples whose files are generated in the browser. */
  examples: ContractInfo['examples']
}) {
  const [shown] = useState(() => ({ ...contract, examples }))
  const [contextValue] = useState(() => {
    const fileStore = createFileStore()
    const { path } = contract
    return {
      fileStore,
      store: createDocumentsStore({ initial: emptyDocuments, path, files: fileStore, newId }),
    }
  })
  const session = useOpenSession(options =>
    createDocumentsSession({
      store: contextValue.store,
      attach: files => attachExamples(files, contextValue.fileStore),
      ...options,
    }),
  )
  return (
    <DocumentsContext value={contextValue}>
      <SessionContext value={session}>
        <DropPage>
          <DocumentsPlaygroundLayout contract={shown} />
        </DropPage>
        {/* Mounted from the start: screen readers only announce changes in a live region they already know. */}
        <DocumentsAnnouncer />
      </SessionContext>
    </DocumentsContext>
  )
}

/** Announces the progress of the batch to screen readers. */
function DocumentsAnnouncer() {
  const { rows, restored } = useDocuments()
  return <output className="sr-only">{restored ? '' : toDocumentsAnnouncement(rows)}</output>
}

/** Accepts files and folders dropped anywhere on the page, or pasted. Sends nothing. */
function DropPage({ children }: { children: ReactNode }) {
  const add = useAddFiles()
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: files => add(files),
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <div {...getRootProps({ className: 'contents' })} data-drop-page>
      {children}
      {isDragActive && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-md border-2 border-dashed border-accent-text bg-canvas/85">
          <p className="flex items-center gap-2 text-base font-medium">
            <FileUp size={20} aria-hidden />
            Drop to add. Nothing is sent until you run it.
          </p>
        </div>
      )}
    </div>
  )
}

// Loaded with the first run: there is nothing to show before.
const DocumentsResult = lazy(() =>
  import('./documents-result.tsx').then(module => ({ default: module.DocumentsResult })),
)
const result = (
  <Suspense>
    <DocumentsResult />
  </Suspense>
)
const headerActions = <NewBatchButton />

/** Connects the documents to the playground layout: its draft is the request for the first file. */
function DocumentsPlaygroundLayout({ contract }: { contract: ContractInfo }) {
  const store = useDocumentsStore()
  const session = usePersistedSession()
  const { fields, files, origin, rows } = useDocuments()
  const onDraftChange = useDrafts()
  useOutcomeToast()
  const draft = useMemo(() => toDocumentsDraft({ fields, files, origin }), [fields, files, origin])
  const requests = useMemo<readonly Draft[]>(
    () => [draft, ...(draft.others ?? []).map(other => ({ contract: draft.contract, body: other }))],
    [draft],
  )
  const runs = useMemo(() => runsOf({ rows }), [rows])
  const further = rows.reduce((sum, row) => sum + runsOfRow(row).length - (mainRun(row) === null ? 0 : 1), 0)
  const [first] = rows
  return (
    <PlaygroundLayout
      title="Documents"
      contract={contract}
      draft={draft}
      onDraftChange={onDraftChange}
      run={first === undefined ? null : mainRun(first)}
      batch={runs}
      batchTotal={rows.length + further}
      requests={requests}
      running={rows.some(isGoing)}
      onRun={store.run}
      onRetry={() => store.retry(0)}
      onStop={store.stop}
      showsFailure={false}
      editor={
        <>
          <FilesEditor />
          <OptionsEditor contract={contract} />
        </>
      }
      result={rows.length > 0 ? result : null}
      ownFields={ownFields}
      headerActions={headerActions}
      onOpenEntry={session.openEntry}
    />
  )
}

/** Applies drafts; the bytes of our own examples are available. */
function useDrafts(): (draft: Draft) => void {
  const { store, fileStore } = useDocumentsContext()
  return draft =>
    store.update(state => {
      const next = applyDraft(state, savePassword(draft, fileStore))
      return { ...next, files: attachExamples(next.files, fileStore) }
    })
}

/**
 * A password typed into the JSON stays in this page: the stored and shared draft only has its placeholder.
 */
function savePassword(draft: Draft, fileStore: FileStore): Draft {
  const { password } = draft.body
  if (typeof password !== 'string' || password === '' || password === passwordVariable) return draft
  fileStore.setPassword(null, password)
  return { ...draft, body: { ...draft.body, password: passwordVariable } }
}

/** One toast at the end of a batch with several files, with a retry of unread ones. */
function useOutcomeToast(): void {
  const store = useDocumentsStore()
  const { rows, entry, restored } = useDocuments()
  const going = rows.some(isAwaited)
  const wasGoing = useRef<string>(null)
  const tell = useEffectEvent(() => {
    const unread = rows.filter(isUnread).length
    const title = `${formatCount(rows.filter(isRead).length)} read${unread > 0 ? `, ${formatCount(unread)} not read` : ''}`
    showToast(title, unread > 0 ? { action: { label: 'Retry', onSelect: store.retryUnread } } : {})
  })
  const many = rows.length > 1 && !restored
  useEffect(() => {
    if (going) {
      wasGoing.current = entry?.id ?? null
      return
    }
    if (many && wasGoing.current !== null && wasGoing.current === entry?.id) tell()
    wasGoing.current = null
  }, [going, many, entry])
}

/** The files of the next batch, and the ways to add more. */
function FilesEditor() {
  const store = useDocumentsStore()
  const add = useAddFiles()
  const { files } = useDocuments()
  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  const issue = useIssue('file')
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const take = (input: HTMLInputElement) => {
    add([...(input.files ?? [])])
    // The same file can be selected again.
    input.value = ''
  }
  return (
    <div data-field="file" className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-5 items-center justify-between gap-2 text-xs text-muted">
        <h2 className="text-sm text-text">Files</h2>
        {files.length > 0 && (
          <span className="flex items-center gap-2">
            {formatCountOf(files.length, 'file')} · {formatBytes(bytes)}
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
      <div className="flex flex-col items-center gap-2 rounded-md border border-dashed border-control bg-canvas px-3 py-4 text-center">
        <p className="text-base">Drop files or folders anywhere on this page, or paste them</p>
        <p className="text-xs text-muted">{acceptedKinds}. Max. 50 MiB each.</p>
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

/** The files of the next batch; duplicates, missing bytes and embedded metadata are flagged. */
function FileList() {
  const store = useDocumentsStore()
  const { files } = useDocuments()
  if (files.length === 0) return null
  return (
    <ul aria-label="Files to read" className="max-h-64 overflow-auto rounded-md border border-line">
      {files.map((file, index) => (
        <li
          key={file.id}
          className="flex min-h-8 items-center gap-2 border-b border-line py-0.5 pr-1 pl-2.5 last:border-b-0"
        >
          <span className="min-w-0 flex-1">
            <bdi className="block truncate">{file.path}</bdi>
            <FileNotices file={file} twin={sameFileBefore(files, index)} />
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

/** Warnings for a file before it is sent: duplicate, missing bytes, embedded metadata. */
function FileNotices({ file, twin }: { file: DocumentFile; twin: DocumentFile | null }) {
  const { position, authors } = useMetadata(file)
  return (
    <>
      {twin && (
        <Notice>
          Duplicate of <bdi>{twin.path}</bdi>
        </Notice>
      )}
      {!file.attached && <Notice>File not available; attach it again</Notice>}
      {position !== null && <Notice>Contains location: {position}</Notice>}
      {authors.length > 0 && (
        <Notice>
          Contains author: <bdi>{authors.join(', ')}</bdi>
        </Notice>
      )}
    </>
  )
}

function Notice({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs break-words text-warn">{children}</span>
}

/** Extracted in this page from the bytes, if available; never stored. */
function useMetadata({ id, attached }: DocumentFile): FileMetadata {
  const { fileStore } = useDocumentsContext()
  const [metadata, setMetadata] = useState(noMetadata)
  useEffect(() => {
    const bytes = attached ? fileStore.get(id) : null
    if (bytes === null) return
    let wanted = true
    void import('./model/metadata/read-metadata.ts')
      .then(({ readMetadata }) => readMetadata(bytes))
      .then(read => wanted && setMetadata(read))
    return () => {
      wanted = false
    }
  }, [fileStore, id, attached])
  return metadata
}

const namedMax = 4

/** Adds files to the next batch, and reports which were rejected and why. */
function useAddFiles(): (dropped: readonly File[]) => void {
  const { store, fileStore } = useDocumentsContext()
  return dropped => {
    if (dropped.length === 0) return
    const { files, refused, attachedAgain } = addFiles(store.read().files, dropped, { fileStore, newId })
    store.update(state => ({
      ...state,
      files,
      fields: withOcrForPictures(state.fields, state.files, files),
    }))
    for (const { id, sha256 } of files) {
      const file = fileStore.get(id)
      if (sha256 !== null || file === null) continue
      void hashFile(file).then(hash =>
        store.update(state => ({
          ...state,
          files: state.files.map(each => (each.id === id ? { ...each, sha256: hash } : each)),
        })),
      )
    }
    const advice = adviceFor(dropped)
    if (advice !== null) showToast('Recordings that need ffmpeg', { description: advice })
    if (attachedAgain.length > 0) showToast(`Attached again: ${attachedAgain.join(', ')}`)
    if (refused.length === 0) return
    const named = refused.slice(0, namedMax).map(({ name, reason }) => `${name}: ${reason}`)
    const more = refused.length - namedMax
    showToast(refused.length === 1 ? '1 file not added' : `${refused.length} files not added`, {
      description: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(' '),
    })
  }
}
