'use client'
import { RotateCcw, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import {
  type DocumentRow,
  isGoing,
  isUnread,
  mainRun,
  stateOfRow,
} from '#lib/client/documents/document-row.ts'
import { summariseDocument } from '#lib/client/documents/read-document.ts'
import { toSizeWords } from '#lib/client/documents/size-words.ts'
import { toShortReason } from '#lib/client/short-reason.ts'
import { formatBytes, formatMs } from '#lib/client/format.ts'
import { useDocumentsStore } from './documents-context.ts'
import { RowMark } from './row-mark.tsx'
import { StageWords } from './stage-words.tsx'

export interface DocumentLineProps {
  row: DocumentRow
  place: number
  chosen: boolean
  tabStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onChoose: () => void
}

/** One document of many: how it stands, what came of it, and what can be done with it. */
export function DocumentLine({
  row,
  place,
  chosen,
  tabStop,
  onFocus,
  onKeyDown,
  onChoose,
}: DocumentLineProps) {
  const store = useDocumentsStore()
  const { file, stage } = row
  const run = mainRun(row)
  const state = stateOfRow(row)
  const document = run && summariseDocument(run)
  const tabIndex = tabStop ? 0 : -1
  return (
    <div
      className={classNames(
        'flex h-full items-center border-b border-line pr-2',
        chosen && 'bg-sunken shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        data-place={place}
        tabIndex={tabIndex}
        aria-current={chosen || undefined}
        onClick={onChoose}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        className="grid h-full min-w-0 flex-1 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 pr-2 pl-4 text-left -outline-offset-2 max-sm:pl-3"
      >
        <RowMark state={state} />
        <span className="min-w-0 leading-4">
          <bdi className="block truncate">{file.name}</bdi>
          <span className="block truncate text-xs text-muted">
            {formatBytes(file.sizeBytes)}
            {file.path !== file.name && (
              <>
                {' '}
                · <bdi>{file.path}</bdi>
              </>
            )}
          </span>
        </span>
        <span className="text-right text-xs leading-4 text-muted">
          {stage && <StageWords stage={stage} />}
          {state === 'queued' && 'queued'}
          {document && (
            <>
              <span className={classNames('block', state === 'warning' && 'text-warn')}>
                {toSizeWords(document)}
              </span>
              <span className="block">{formatMs(run?.timing.totalMs ?? null)}</span>
            </>
          )}
          {run?.failure && <span className="text-bad">{toShortReason(run.failure)}</span>}
          {state === 'stopped' && 'stopped'}
          {state === 'detached' && <span className="text-warn">attach again</span>}
        </span>
      </button>
      {isGoing(row) && (
        <IconButton
          label={`Cancel ${file.name}`}
          tabIndex={tabIndex}
          className="size-6 coarse:size-10"
          onClick={() => store.cancel(place)}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
      {isUnread(row) && (
        <IconButton
          label={`Read ${file.name} again`}
          tabIndex={tabIndex}
          className="size-6 coarse:size-10"
          onClick={() => store.retry(place)}
        >
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
