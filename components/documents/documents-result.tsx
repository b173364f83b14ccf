'use client'

import { RowList } from '#components/playground/run/row-list.tsx'
import { RowsResult } from '#components/playground/run/rows-result.tsx'
import { DocumentLine } from './document-line.tsx'
import { useDocuments, useDocumentsStore, useDocumentsContext } from './documents-context.ts'
import { useRef, useContext, useState } from 'react'
import { ReaderTabs } from '#components/playground/layout/reader-tabs.tsx'
import {
  type DocumentRow,
  stateOfRow,
  mainRun,
  type RowState,
  isGoing,
  isRead,
  isUnread,
} from './model/document-row.ts'
import { documentViews, viewOfMode } from './model/views/document-views.ts'
import { DocumentView } from './document-view.tsx'
import { FindBar } from '#components/playground/text/find-bar.tsx'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Progress } from '#components/ui/data/progress.tsx'
import { pictureKind } from './model/files/picture-kind.ts'
import { reasonOf } from '#components/playground/run/model/short-reason.ts'
import { shareOf, StageLabel } from './stage-label.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { passwordVariable } from '#lib/contracts/core/form-parts.ts'
import type { DocumentFile } from './model/files/document-file.ts'
import { TriangleAlert, Copy, Download } from 'lucide-react'
import { pageNoun } from './model/views/page-noun.ts'
import { readDocument } from './model/read-document.ts'
import { formatSize } from './model/format-size.ts'
import { formatBytes, formatMs, formatShare } from '#lib/client/format.ts'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import {
  toBaseName,
  toChunkLines,
  toDocumentJson,
  toPlainText,
  toDocumentsJsonl,
  toDocumentsText,
} from './model/export-documents.ts'
import { toDocumentEntries } from './model/document-entries.ts'
import { RowsBar } from '#components/playground/run/rows-bar.tsx'
import { SendMenu } from '#components/playground/handoff/send-menu.tsx'
import { useSendTo } from '#components/playground/handoff/use-send-to.ts'
import { toChunkItems, toTextItems } from './model/export-documents.ts'

/** The result: one document, or a row for each with the selected one below. */
export function DocumentsResult() {
  const store = useDocumentsStore()
  const { rows, chosen } = useDocuments()
  const index = Math.min(chosen, rows.length - 1)
  const row = rows[index]
  const choose = (next: number) => store.update(state => ({ ...state, chosen: next }))
  if (row === undefined) return null
  return (
    <RowsResult
      noun="document"
      title="Documents"
      // Within a document `j` and `k` move between blocks.
      keys={{ next: 'n', previous: 'p' }}
      count={rows.length}
      chosen={index}
      onChoose={choose}
      list={
        <>
          <FilesBar rows={rows} />
          <RowList label="Documents" rows={rows} chosen={index} onChoose={choose}>
            {(each, stop) => <DocumentLine row={each} stop={stop} />}
          </RowList>
        </>
      }
    >
      <DocumentReader row={row} index={index} />
    </RowsResult>
  )
}

/** One row in full: its document in each view, or the reason there is none. */
function DocumentReader(props: { row: DocumentRow; index: number }) {
  const { row } = props
  const state = stateOfRow(row)
  // A newly shown document starts at its top, without a selection.
  if (state === 'done' || state === 'warning') return <Reader key={row.file.id} {...props} />
  return <RowOutcome {...props} />
}

function Reader({ row, index }: { row: DocumentRow; index: number }) {
  const store = useDocumentsStore()
  const view = useDocuments().view ?? viewOfMode(row.mode)
  const panel = useRef<HTMLDivElement>(null)
  return (
    <article aria-label="Document" className="flex h-full min-h-0 flex-col">
      <DocumentHead row={row} index={index} />
      <ReaderTabs
        label="Document views"
        choices={documentViews.map(({ name, label }) => ({ value: name, label }))}
        value={view}
        onChange={next => store.update(state => ({ ...state, view: next }))}
        beside={<FindBar panel={panel} shown={`${row.file.id} ${view}`} />}
        panel={panel}
      >
        <DocumentView view={view} row={row} index={index} />
      </ReaderTabs>
    </article>
  )
}

const notes: Readonly<Partial<Record<RowState, string>>> = {
  queued: 'This document is queued.',
  stopped: 'Stopped before the document was read.',
  cancelled: 'Canceled before it was read.',
  detached: 'The file is no longer loaded. Drop it again, then run it.',
  unreadable: 'The response contains no document. See the HTTP tab.',
  gone: 'The response exceeds the size limit of the history.',
}

/** A row without a document: running, stopped or failed. */
function RowOutcome({ row, index }: { row: DocumentRow; index: number }) {
  const store = useDocumentsStore()
  const goToField = useContext(GoToFieldContext)
  const state = stateOfRow(row)
  const run = mainRun(row)
  const { stage } = row
  if (stage !== null) {
    const uploading = stage.kind === 'uploading'
    return (
      <div className="flex max-w-[64ch] flex-col gap-2 px-5 py-4 text-muted max-sm:px-3">
        <p>
          <bdi>{row.file.name}</bdi> · <StageLabel stage={stage} />
        </p>
        <Progress
          label={uploading ? 'Uploading' : 'Processing'}
          value={uploading ? shareOf(stage) * 100 : null}
          max={100}
        />
      </div>
    )
  }
  if (run?.failure) {
    const encrypted = reasonOf(run.failure) === 'encrypted' && pictureKind(row.file) === 'pdf'
    return (
      <>
        {encrypted && <PasswordForm file={row.file} index={index} />}
        <div className="px-5 py-4 max-sm:px-3">
          <ErrorCard run={run} onRetry={() => store.retry(index)} onGoToField={goToField} />
        </div>
      </>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
      <p>{notes[state] ?? 'The document could not be read.'}</p>
      {state !== 'queued' && <Button onClick={() => store.retry(index)}>Retry</Button>}
    </div>
  )
}

/** Asks for the password of a document; it is only sent with the request and never stored. */
function PasswordForm({ file, index }: { file: DocumentFile; index: number }) {
  const { store, fileStore } = useDocumentsContext()
  const [password, setPassword] = useState('')
  return (
    <form
      className="flex max-w-[40ch] items-end gap-2 px-5 py-3 max-sm:px-3"
      onSubmit={event => {
        event.preventDefault()
        fileStore.setPassword(file.id, password)
        store.retryWith(index, { password: passwordVariable })
      }}
    >
      <Field label={`Password of ${file.name}`} className="flex-1">
        {ids => (
          <Input
            {...ids}
            type="password"
            autoComplete="off"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={password === ''}>
        Unlock
      </Button>
    </form>
  )
}

/** Title, size and warnings of a document. */
function DocumentHead({ row, index }: { row: DocumentRow; index: number }) {
  const store = useDocumentsStore()
  const run = mainRun(row)
  const document = run && readDocument(run)
  if (!run || !document) return null
  const { ocrConfidence, ocrPages } = document
  const [noun, nouns] = pageNoun(document.blocks)
  return (
    <header className="flex shrink-0 flex-col gap-1 border-b border-line px-5 py-2.5 max-sm:px-3">
      <div className="flex items-start gap-2">
        <h2 className="line-clamp-2 min-w-0 flex-1 text-base font-semibold break-words">
          <bdi>{row.file.name}</bdi>
        </h2>
        <DocumentActions row={row} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
        {document.type && <span>{document.type}</span>}
        <span>{formatBytes(row.file.sizeBytes)}</span>
        <span>{formatSize(document)}</span>
        {ocrConfidence !== null && (
          <span className={ocrConfidence < 0.8 ? 'text-warn' : ''}>
            {ocrPages.length} {ocrPages.length === 1 ? 'page' : 'pages'} with OCR,{' '}
            {formatShare(ocrConfidence)} confidence
          </span>
        )}
        <span>{formatMs(run.timing.totalMs)}</span>
      </p>
      {document.warnings.map(({ code, message, pages }) => (
        <p key={`${code} ${message}`} className="flex items-start gap-1.5 text-xs text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {message}
            {pages.length > 0 && ` (${pages.length === 1 ? noun : nouns} ${toRanges(pages)})`}
          </span>
          {code === 'ocr_needed' && row.file.attached && (
            <Button
              variant="link"
              className="shrink-0 text-xs"
              onClick={() => store.retryWith(index, { enable_ocr: 'true' })}
            >
              Run OCR
            </Button>
          )}
        </p>
      ))}
    </header>
  )
}

/** `1, 3–5, 9`; truncated. */
function toRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && page <= last[1] + 1) last[1] = page
    else ranges.push([page, page])
  }
  const words = ranges.slice(0, 12).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  return words.join(', ') + (ranges.length > 12 ? ' …' : '')
}

const buttonStyle = 'size-6 coarse:size-10'

/** Exports one document: as text, as a file, to another playground. */
function DocumentActions({ row }: { row: DocumentRow }) {
  const markdown = row.runs.markdown ? (readDocument(row.runs.markdown)?.text ?? null) : null
  const chunks = toChunkLines(row)
  const text = toPlainText(row)
  const save = (content: string, extension: string, type: string) =>
    download(`${toBaseName(row.file.name)}.${extension}`, content, `${type};charset=utf-8`)
  return (
    <div className="flex items-center">
      <IconButton label="Copy text" className={buttonStyle} onClick={() => void copy(text, 'Text')}>
        <Copy size={14} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label="Download document" className={buttonStyle}>
            <Download size={14} aria-hidden />
          </IconButton>
        }
        actions={[
          { label: 'Text (.txt)', onSelect: () => save(text, 'txt', 'text/plain') },
          {
            label: markdown === null ? 'Markdown (.md): requires Markdown' : 'Markdown (.md)',
            disabled: markdown === null,
            onSelect: () => save(markdown ?? '', 'md', 'text/markdown'),
          },
          {
            label: chunks === '' ? 'Chunks (.jsonl): requires chunks' : 'Chunks (.jsonl)',
            disabled: chunks === '',
            onSelect: () => save(chunks, 'jsonl', 'application/jsonl'),
          },
          {
            label: 'Complete data (.json)',
            onSelect: () => save(toDocumentJson(row), 'json', 'application/json'),
          },
        ]}
      />
      <AddToLibrary noun="document" entries={() => toDocumentEntries([row])} compact />
      <SendDocuments rows={[row]} compact />
    </div>
  )
}

/** Progress of the batch, and actions for all documents. */
function FilesBar({ rows }: { rows: readonly DocumentRow[] }) {
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
          label: 'JSON lines (.jsonl)',
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

/** Sends documents to another playground, whole or as chunks; nothing runs there. */
function SendDocuments({ rows, compact = false }: { rows: readonly DocumentRow[]; compact?: boolean }) {
  const runId = (rows[0] && mainRun(rows[0])?.id) ?? null
  const chunks = toChunkItems(rows)
  const texts = useSendTo({
    from: 'upload',
    kind: 'files',
    content: () => ({ items: toTextItems(rows), query: null, runId }),
  })
  const pieces = useSendTo({
    from: 'upload',
    kind: 'chunks',
    content: () => ({ items: chunks, query: null, runId }),
  })
  return (
    <SendMenu
      label={rows.length === 1 ? 'Send document to' : `Send ${rows.length} documents to`}
      compact={compact && 'small'}
      actions={[
        ...texts.map(({ name, send }) => ({ label: name, onSelect: () => void send() })),
        ...(chunks.length > 0 ? pieces : []).map(({ name, send }) => ({
          label: `${name}, ${chunks.length} chunks`,
          onSelect: () => void send(),
        })),
      ]}
    />
  )
}
