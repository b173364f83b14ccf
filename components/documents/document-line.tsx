'use client'
import type { RowStop } from '#components/playground/run/row-list.tsx'
import { RowLine } from '#components/playground/run/row-line.tsx'
import { RowMark } from '#components/playground/run/row-mark.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { type DocumentRow, isGoing, isUnread, mainRun, stateOfRow } from './model/document-row.ts'
import { summariseDocument } from './model/read-document.ts'
import { formatSize } from './model/format-size.ts'
import { toShortReason } from '#components/playground/run/model/short-reason.ts'
import { formatBytes, formatMs } from '#lib/client/format.ts'
import { useDocumentsStore } from './documents-context.ts'
import { StageLabel } from './stage-label.tsx'

/** One document of many: its state, its summary and its actions. */
export function DocumentLine({ row, stop }: { row: DocumentRow; stop: RowStop }) {
  const store = useDocumentsStore()
  const { file } = row
  return (
    <RowLine
      stop={stop}
      name={file.name}
      mark={<RowMark state={stateOfRow(row)} />}
      words={
        <>
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
        </>
      }
      figures={<Figures row={row} />}
      onCancel={isGoing(row) ? () => store.cancel(stop.index) : null}
      onRetry={isUnread(row) ? () => store.retry(stop.index) : null}
    />
  )
}

function Figures({ row }: { row: DocumentRow }) {
  const { stage } = row
  const run = mainRun(row)
  const state = stateOfRow(row)
  const document = run && summariseDocument(run)
  return (
    <>
      {stage && <StageLabel stage={stage} />}
      {state === 'queued' && 'queued'}
      {document && (
        <>
          <span className={classNames('block', state === 'warning' && 'text-warn')}>
            {formatSize(document)}
          </span>
          <span className="block">{formatMs(run?.timing.totalMs ?? null)}</span>
        </>
      )}
      {run?.failure && <span className="text-bad">{toShortReason(run.failure)}</span>}
      {state === 'stopped' && 'stopped'}
      {state === 'detached' && <span className="text-warn">attach again</span>}
    </>
  )
}
