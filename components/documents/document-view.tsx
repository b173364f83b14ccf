'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { LongText } from '#components/playground/run/long-text.tsx'
import { MarkdownText } from '#components/playground/run/markdown-text.tsx'
import { HttpBlock } from '#components/playground/http/http-block.tsx'
import { type DocumentRow, mainRun } from './model/document-row.ts'
import type { ViewName } from './model/views/document-views.ts'
import {
  readDocument,
  type DocumentContent,
  type DocumentImage,
  type DocumentSegment,
  type DocumentField,
} from './model/read-document.ts'
import { ChunksView } from './chunks-view.tsx'
import { ExtractModeView } from './extract-mode-view.tsx'
import type { RemovedLine } from './model/views/read-blocks.ts'
import { formatCharge, formatCount, formatCountOf, formatMs, formatShare } from '#lib/client/format.ts'
import { classNames } from '#components/ui/class-names.ts'
import { type DocumentFile, toFileName } from './model/files/document-file.ts'
import { toClock } from './model/to-clock.ts'
import { useDocumentsContext, useDocuments, useDocumentsStore } from './documents-context.ts'
import { showBytes } from './show-bytes.ts'
import { type Column, Table } from '#components/ui/data/table.tsx'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { WordDiff } from '#components/playground/run/word-diff.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { differingOptions } from './model/differing-options.ts'
import { bodyFor } from './model/documents-state.ts'
import { textOfRun } from './model/export-documents.ts'
import { toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { StageLabel } from './stage-label.tsx'
import { formatToken } from './model/format-size.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import { Summary } from '#components/ui/data/summary.tsx'

const PagesView = lazy(() => import('./pages-view.tsx').then(module => ({ default: module.PagesView })))

/** One view of a document, or an offer to request it. */
export function DocumentView({ view, row, index }: { view: ViewName; row: DocumentRow; index: number }) {
  switch (view) {
    case 'text':
      return (
        <ExtractModeView mode="text" row={row} index={index}>
          {document => <TextView document={document} row={row} />}
        </ExtractModeView>
      )
    case 'markdown':
      return (
        <ExtractModeView mode="markdown" row={row} index={index}>
          {({ text }) => (text === '' ? <Empty /> : <MarkdownText text={text ?? ''} />)}
        </ExtractModeView>
      )
    case 'pages':
      return (
        <Suspense>
          <PagesView row={row} index={index} />
        </Suspense>
      )
    case 'chunks':
      return <ChunksView row={row} index={index} />
    case 'fields':
      return <FieldsView row={row} />
    case 'compare':
      return <CompareView row={row} index={index} />
    case 'json': {
      const run = mainRun(row)
      return run && readDocument(run) ? (
        <HttpBlock label="answer" pretty>
          {run.response?.body ?? ''}
        </HttpBlock>
      ) : (
        <LongText text="" />
      )
    }
  }
}

function Empty() {
  return <p className="text-muted">The document has no content in this view.</p>
}

/** The text as returned by the API; for a recording with timestamps. */
function TextView({ document, row }: { document: DocumentContent; row: DocumentRow }) {
  const { text, segments, images, removed } = document
  return (
    <div className="flex flex-col gap-4">
      {removed.length > 0 && <RemovedLines removed={removed} />}
      {images.length > 0 && <ImagesList images={images} />}
      {segments.length > 0 ? (
        <Recording segments={segments} file={row.file} />
      ) : (
        <LongText text={text ?? ''} />
      )}
      {text === '' && <p className="text-muted">No text was extracted from the document.</p>}
    </div>
  )
}

/** Removed headers and footers: each once, with its number of occurrences. */
function RemovedLines({ removed }: { removed: readonly RemovedLine[] }) {
  const counts = new Map<string, number>()
  for (const { text } of removed) counts.set(text, (counts.get(text) ?? 0) + 1)
  return (
    <details className="text-xs text-muted">
      <Summary className="py-1">{formatCountOf(counts.size, 'line')} removed from the pages</Summary>
      <ul aria-label="Removed lines" className="flex flex-col gap-0.5 pl-3">
        {[...counts].slice(0, 200).map(([text, count]) => (
          <li key={text}>
            <del>{text}</del>
            {count > 1 && ` · ${formatCount(count)} times`}
          </li>
        ))}
      </ul>
    </details>
  )
}

const shownMax = 100

/** The images of a document; shown if their bytes were requested. */
function ImagesList({ images }: { images: readonly DocumentImage[] }) {
  return (
    <section aria-label="Images" className="flex flex-col gap-2">
      <h3 className="text-xs text-muted">{formatCountOf(images.length, 'image')}</h3>
      <ul className="flex flex-wrap gap-2 text-xs text-muted">
        {images.slice(0, shownMax).map(({ page, index, mime, width, height, data }) => (
          <li
            key={`${page} ${index}`}
            className="flex max-w-56 flex-col gap-1 rounded-md border border-line p-2"
          >
            {data !== null && (
              // oxlint-disable-next-line nextjs/no-img-element -- inline bytes, nothing to optimize
              <img
                src={data}
                alt={`Figure ${index + 1} on page ${page}`}
                className="max-h-40 max-w-full object-contain"
              />
            )}
            <span>
              page {page} · {width} × {height} · {mime.replace('image/', '')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The transcript in segments; each plays from its timestamp. */
function Recording({ segments, file }: { segments: readonly DocumentSegment[]; file: DocumentFile }) {
  const { fileStore } = useDocumentsContext()
  const bytes = fileStore.get(file.id)
  const [playedSeconds, setPlayedSeconds] = useState<number | null>(null)
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    if (player.current !== null && bytes !== null) return showBytes(player.current, bytes)
  }, [bytes])
  const playFrom = (seconds: number) => {
    if (player.current === null) return
    player.current.currentTime = seconds
    void player.current.play()
  }
  return (
    <div className="flex max-w-[84ch] flex-col gap-3">
      {bytes !== null && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is right below
        <audio
          ref={player}
          controls
          className="w-full"
          onTimeUpdate={event => setPlayedSeconds(event.currentTarget.currentTime)}
          onEnded={() => setPlayedSeconds(null)}
        />
      )}
      <ol aria-label="Transcript" className="flex flex-col gap-1">
        {segments.map(({ start, end, text }) => {
          const isPlayed = playedSeconds !== null && playedSeconds >= start && playedSeconds < end
          return (
            <li
              key={`${start} ${end}`}
              aria-current={isPlayed || undefined}
              className={classNames(
                'flex items-start gap-3',
                isPlayed && 'bg-sunken shadow-[-8px_0_var(--sunken),inset_2px_0_var(--accent-text)]',
              )}
            >
              <button
                type="button"
                disabled={bytes === null}
                onClick={() => playFrom(start)}
                aria-label={`Play from ${toClock(start)}`}
                className="min-h-6 shrink-0 font-mono text-xs text-accent-text disabled:text-muted"
              >
                {toClock(start)}
              </button>
              <span className="text-base">{text}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const columns: readonly Column<DocumentField>[] = [
  { id: 'label', label: 'Label', cell: ({ label }) => <bdi>{label}</bdi>, className: 'break-words' },
  { id: 'value', label: 'Value', cell: ({ value }) => formatValue(value), className: 'break-words' },
  { id: 'type', label: 'Type', cell: ({ type }) => type ?? '–' },
  { id: 'page', label: 'Page', align: 'right', cell: ({ page }) => page ?? '–' },
  {
    id: 'name',
    label: 'Field name',
    cell: ({ name }) => <span className="font-mono text-muted">{name}</span>,
    className: 'break-all',
  },
]

/** The fields of a form, filled in or empty. */
function FieldsView({ row }: { row: DocumentRow }) {
  const fields = fieldsOfRow(row)
  return (
    <Table
      caption="Form fields"
      columns={columns}
      rows={fields}
      rowKey={({ name }) => name}
      empty="The document has no form fields."
    />
  )
}

function formatValue(value: DocumentField['value']) {
  if (value === null || value === '') return <span className="text-muted">empty</span>
  if (typeof value === 'boolean') return value ? '☑ yes' : '☐ no'
  return typeof value === 'string' ? value : value.join(', ')
}

// The cost of a comparison grows with the square of the differences.
const comparedLengthMax = 400_000

/** One file with two sets of options: differing options, figures and texts. */
function CompareView({ row, index }: { row: DocumentRow; index: number }) {
  const store = useDocumentsStore()
  const { beside, stage } = row
  const first = mainRun(row)
  if (first === null) return null
  if (beside?.state === 'running') {
    return (
      <p className="text-muted" role="status">
        Reading with the other options {stage && <StageLabel stage={stage} />}
      </p>
    )
  }
  return (
    <div className="flex max-w-[84ch] flex-col gap-4">
      <ReadBeside row={row} index={index} known={[first, ...(beside ? [beside] : [])]} />
      {beside?.failure && <ErrorCard run={beside} onRetry={() => store.readBeside(index)} />}
      {beside?.state === 'done' && <Comparison first={first} second={beside} />}
    </div>
  )
}

/** Instructions for a comparison: options are set in the request, as always. */
function ReadBeside({ row, index, known }: { row: DocumentRow; index: number; known: readonly Run[] }) {
  const store = useDocumentsStore()
  const { fields } = useDocuments()
  const next = toBody({ body: bodyFor(fields, toFileName(row.file)) })
  const [first] = known
  const options = first ? differingOptions(first.request.body, next) : []
  const isKnown = known.some(run => differingOptions(run.request.body, next).length === 0)
  if (!row.file.attached) return <p className="text-muted">The file is no longer loaded. Drop it again.</p>
  return (
    <div className="flex flex-col items-start gap-2 text-muted">
      <p>
        {isKnown
          ? 'Change options in the request to read this file again and compare the results.'
          : `Current options: ${options.map(({ name, second }) => `${name} ${second ?? 'not set'}`).join(', ')}.`}
      </p>
      <Button disabled={isKnown} focusableWhenDisabled onClick={() => store.readBeside(index)}>
        Read with current options
      </Button>
    </div>
  )
}

function Comparison({ first, second }: { first: Run; second: Run }) {
  const [before, after] = [textOfRun(first) ?? '', textOfRun(second) ?? '']
  return (
    <>
      <CompareTable first={first} second={second} />
      {before === after && <p role="status">Both texts are identical.</p>}
      {before !== after && <Difference before={before} after={after} />}
    </>
  )
}

function Difference({ before, after }: { before: string; after: string }) {
  if (before.length + after.length > comparedLengthMax) {
    return (
      <p className="text-muted">
        The two texts together exceed the limit of {formatCount(comparedLengthMax)} characters for a word
        diff.
      </p>
    )
  }
  return (
    <div
      role="region"
      aria-label="Text differences"
      dir="auto"
      className="text-base break-words whitespace-pre-wrap"
    >
      <WordDiff before={before} after={after} whenEmpty="" whenSame="" />
    </div>
  )
}

interface Line {
  readonly name: string
  readonly first: string
  readonly second: string
}

const compareViewColumns = [
  { id: 'name', label: 'Option', cell: ({ name }: Line) => <span className="text-muted">{name}</span> },
  { id: 'first', label: 'First run', cell: ({ first }: Line) => first },
  { id: 'second', label: 'Second run', cell: ({ second }: Line) => second },
]

const figures: readonly (readonly [name: string, of: (run: Run) => string])[] = [
  ['Duration', run => formatMs(run.timing.totalMs)],
  ['Tokens', run => withDocument(run, formatToken)],
  ['Characters', run => formatCount(textOfRun(run)?.length ?? null)],
  [
    'OCR',
    run =>
      withDocument(run, ({ ocrPages, ocrConfidence }) =>
        ocrConfidence === null
          ? 'none'
          : `${formatCountOf(ocrPages.length, 'page')}, ${formatShare(ocrConfidence)} confidence`,
      ),
  ],
  ['Cost', run => formatCharge(readRunUsage(run).costUsd, false)],
]

/** Differences between two readings of one file: options, duration, tokens, cost. */
function CompareTable({ first, second }: { first: Run; second: Run }) {
  const options = differingOptions(first.request.body, second.request.body).map(option => ({
    name: option.name,
    first: option.first ?? 'not set',
    second: option.second ?? 'not set',
  }))
  const lines = figures.map(([name, of]) => ({ name, first: of(first), second: of(second) }))
  return (
    <Table
      caption="Comparison of readings"
      columns={compareViewColumns}
      rows={[...options, ...lines]}
      rowKey={({ name }) => name}
      empty=""
    />
  )
}

function withDocument(
  run: Run,
  write: (document: NonNullable<ReturnType<typeof readDocument>>) => string,
): string {
  const document = readDocument(run)
  return (document && write(document)) || '–'
}

/** The form fields from any of the responses. */
function fieldsOfRow({ runs }: Pick<DocumentRow, 'runs'>): readonly DocumentField[] {
  const found = Object.values(runs).map(run => readDocument(run)?.fields ?? [])
  return found.find(fields => fields.length > 0) ?? []
}
