'use client'
import { ErrorCard } from '#components/playground/error-card.tsx'
import { WordDiff } from '#components/playground/word-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { differingOptions } from '#lib/client/documents/differing-options.ts'
import { toFileName } from '#lib/client/documents/document-file.ts'
import { type DocumentRow, mainRun } from '#lib/client/documents/document-row.ts'
import { bodyFor } from '#lib/client/documents/documents-state.ts'
import { textOfRun } from '#lib/client/documents/export-documents.ts'
import { toBody } from '#lib/client/draft.ts'
import { formatCount } from '#lib/client/format.ts'
import type { Run } from '#lib/client/run.ts'
import { CompareTable } from './compare-table.tsx'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { StageWords } from './stage-words.tsx'

// Comparing takes time with the square of what differs.
const comparedLengthMax = 400_000

/** One file with two sets of options: in what they differ, what each took, and how the texts differ. */
export function CompareView({ row, place }: { row: DocumentRow; place: number }) {
  const store = useDocumentsStore()
  const { beside, stage } = row
  const first = mainRun(row)
  if (first === null) return null
  if (beside?.state === 'running') {
    return (
      <p className="text-muted" role="status">
        Reading with the other options {stage && <StageWords stage={stage} />}
      </p>
    )
  }
  return (
    <div className="flex max-w-[84ch] flex-col gap-4">
      <ReadBeside row={row} place={place} known={[first, ...(beside ? [beside] : [])]} />
      {beside?.failure && <ErrorCard run={beside} onRetry={() => store.readBeside(place)} />}
      {beside?.state === 'done' && <Comparison first={first} second={beside} />}
    </div>
  )
}

/** The way to a comparison: the options are set where they always are. */
function ReadBeside({ row, place, known }: { row: DocumentRow; place: number; known: readonly Run[] }) {
  const store = useDocumentsStore()
  const { fields } = useDocuments()
  const next = toBody({ body: bodyFor(fields, toFileName(row.file)) })
  const [first] = known
  const options = first ? differingOptions(first.request.body, next) : []
  const isKnown = known.some(run => differingOptions(run.request.body, next).length === 0)
  if (!row.file.attached)
    return <p className="text-muted">The bytes of this file are not in this page any more. Drop it again.</p>
  return (
    <div className="flex flex-col items-start gap-2 text-muted">
      <p>
        {isKnown
          ? 'Set other options in the request to read this file once more with them, beside what is here.'
          : `Set now: ${options.map(({ name, second }) => `${name} ${second ?? 'not set'}`).join(', ')}.`}
      </p>
      <Button disabled={isKnown} focusableWhenDisabled onClick={() => store.readBeside(place)}>
        Read with the options set now
      </Button>
    </div>
  )
}

function Comparison({ first, second }: { first: Run; second: Run }) {
  const [before, after] = [textOfRun(first) ?? '', textOfRun(second) ?? '']
  return (
    <>
      <CompareTable first={first} second={second} />
      {before === after && <p role="status">Both give the same text, to the letter.</p>}
      {before !== after && <Difference before={before} after={after} />}
    </>
  )
}

function Difference({ before, after }: { before: string; after: string }) {
  if (before.length + after.length > comparedLengthMax) {
    return (
      <p className="text-muted">
        The two texts together are longer than {formatCount(comparedLengthMax)} characters: comparing them
        word by word would take minutes.
      </p>
    )
  }
  return (
    <div
      role="region"
      aria-label="Differences of the text"
      dir="auto"
      className="text-base break-words whitespace-pre-wrap"
    >
      <WordDiff before={before} after={after} whenEmpty="" whenSame="" />
    </div>
  )
}
