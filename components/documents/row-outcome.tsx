'use client'
import { useContext } from 'react'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { GoToFieldContext } from '#components/playground/go-to-field-context.ts'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { type DocumentRow, mainRun, type RowState, stateOfRow } from '#lib/client/documents/document-row.ts'
import { pictureKind } from '#lib/client/documents/picture-kind.ts'
import { reasonOf } from '#lib/client/short-reason.ts'
import { useDocumentsStore } from './documents-context.ts'
import { PasswordForm } from './password-form.tsx'
import { shareOf, StageWords } from './stage-words.tsx'

const notes: Readonly<Partial<Record<RowState, string>>> = {
  queued: 'This document waits its turn.',
  stopped: 'Stopped before the document was read.',
  cancelled: 'Taken out before it was read.',
  detached: 'The bytes of this file are not in this page any more. Drop it again, then read it.',
  unreadable: 'The answer holds no document; Wire shows what came.',
  gone: 'This answer is larger than the history keeps.',
}

/** A row without a document: it goes on, was stopped, or failed. */
export function RowOutcome({ row, place }: { row: DocumentRow; place: number }) {
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
          <bdi>{row.file.name}</bdi> · <StageWords stage={stage} />
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
        {encrypted && <PasswordForm file={row.file} place={place} />}
        <div className="px-5 py-4 max-sm:px-3">
          <ErrorCard run={run} onRetry={() => store.retry(place)} onGoToField={goToField} />
        </div>
      </>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
      <p>{notes[state] ?? 'The document was not read.'}</p>
      {state !== 'queued' && <Button onClick={() => store.retry(place)}>Read again</Button>}
    </div>
  )
}
