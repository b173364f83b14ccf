'use client'

import { useMemo, useContext, memo, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { formatCount, formatCountOf, formatMs, formatScore, formatShare } from '#lib/client/format.ts'
import type { ComparisonResult } from './model/comparison-result.ts'
import { queryWords } from '#components/playground/text/model/mark-words.ts'
import type { RankedColumn, Question } from './model/ranked-column.ts'
import { sortDocuments } from './model/documents/sort-documents.ts'
import { useComparisonView, useComparisonStore } from './comparison-context.ts'
import { useModel } from '#components/playground/form/use-model.ts'
import { estimateDraft } from '#components/playground/form/model/estimate.ts'
import { hitsAboveThreshold } from './model/hits-above-threshold.ts'
import { Copy } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { SendToMenu } from '#components/playground/handoff/send-to-menu.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { ErrorCard } from '#components/playground/run/error-card.tsx'
import { LoadingNote } from '#components/playground/run/loading-note.tsx'
import { GoToFieldContext } from '#components/playground/form/go-to-field-context.ts'
import { classNames } from '#components/ui/class-names.ts'
import { toMovement } from './model/ranking-metrics.ts'
import { estimateReadExtent } from './model/documents/read-extent.ts'
import { MarkedText } from '#components/playground/text/marked-text.tsx'

export interface ColumnProps {
  result: ComparisonResult
  column: RankedColumn
  index: number
  shownMax: number
  onShowMore: () => void
}

/** The documents in one order, with their input positions. */
export function Column({ result, column, index, shownMax, onShowMore }: ColumnProps) {
  const [{ sort, threshold }] = useComparisonView()
  const { question, columns } = result
  const order = useMemo(() => sortDocuments(column, columns, sort), [column, columns, sort])
  const words = useMemo(() => queryWords(question.query), [question.query])
  const tokensMax = useTokensMax(column, question)
  const separators =
    sort === 'score' ? separatorsOf(column, threshold, question.topN) : new Map<number, string>()
  const hidden = order.length - shownMax
  return (
    <section aria-label={column.label} aria-busy={column.run?.state === 'running'} className="@container">
      <ColumnHeading result={result} column={column} alone={columns.length === 1} />
      {column.run?.state === 'running' && (
        <LoadingNote model={column.label} className="px-3 pt-1 text-xs text-muted" />
      )}
      <ColumnFailure column={column} index={index} alone={columns.length === 1} />
      <ol aria-label={`Documents by ${column.label}`}>
        {order.slice(0, shownMax).map((index, at) => (
          <RankedRow
            key={index}
            index={index}
            text={question.documents[index] ?? ''}
            rank={column.ranks[index] ?? null}
            score={column.scores[index] ?? null}
            scoreMax={column.scoreMax}
            columnId={column.id}
            words={words}
            tokensMax={tokensMax}
            unranked={column.hits.length === 0}
            dropped={threshold !== null && column.run !== null && (column.scores[index] ?? 0) < threshold}
            separator={separators.get(at) ?? null}
          />
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="link" className="m-3" onClick={onShowMore}>
          Show more of {formatCount(hidden)}
        </Button>
      )}
    </section>
  )
}

// The API's default truncation.
const tokensPerDocumentDefault = 4096

/**
 * Estimated number of tokens of a document that the model reads: the request's limit, and the context window
 * minus the query.
 */
function useTokensMax(column: RankedColumn, question: Question): number {
  const window = useModel(column.run === null ? null : column.label)?.context_window ?? Infinity
  if (column.run === null) return Infinity
  const asked = question.tokensPerDocumentMax ?? tokensPerDocumentDefault
  const query = estimateDraft({ body: { query: question.query } }).tokens
  return Math.max(1, Math.min(asked, window - query))
}

/** Lines across a ranking, by the rank they precede: the threshold and the `top_n` cutoff. */
function separatorsOf(
  column: RankedColumn,
  threshold: number | null,
  topN: number | null,
): ReadonlyMap<number, string> {
  const lines = new Map<number, string>()
  const { hits, ranks, run } = column
  if (hits.length === 0) return lines
  if (threshold !== null && run !== null) {
    const kept = hitsAboveThreshold(hits, threshold).length
    if (kept < hits.length) lines.set(kept, `Below ${threshold.toFixed(2)}`)
  }
  const missing = ranks.length - hits.length
  if (missing > 0) {
    const words = `${formatCount(missing)} not returned${topN === null ? '' : ': top_n cutoff'}`
    const before = lines.get(hits.length)
    lines.set(hits.length, before === undefined ? words : `${before} · ${words}`)
  }
  return lines
}

/** The model of a column and its figures. */
function ColumnHeading({
  result,
  column,
  alone,
}: {
  result: ComparisonResult
  column: RankedColumn
  /** The only column: tokens and time are those of the run below. */
  alone: boolean
}) {
  const [{ threshold }] = useComparisonView()
  const { run, ranking, hits, ranks } = column
  const kept = hitsAboveThreshold(hits, threshold).length
  const figures =
    run === null
      ? ['BM25']
      : [
          run.state === 'running' && 'ranking…',
          threshold !== null && hits.length > 0 && `${formatCount(kept)} of ${formatCount(hits.length)} kept`,
          ranking &&
            threshold === null &&
            `${formatCount(hits.length)} of ${formatCount(ranks.length)} returned`,
          ...(alone || ranking === null
            ? []
            : [
                `${formatCount(ranking.inputTokens)} tokens`,
                ranking.searchUnits && formatCountOf(ranking.searchUnits, 'search unit'),
                formatMs(run.timing.totalMs),
              ]),
        ]
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas py-1 pr-1 pl-2.5">
      <h3 className="truncate pt-0.5 font-medium">{column.label}</h3>
      <div className="flex min-h-7 items-center coarse:min-h-10 gap-2">
        <p className="min-w-0 flex-1 truncate text-xs text-muted">{figures.filter(Boolean).join(' · ')}</p>
        <ColumnMenu result={result} column={column} />
      </div>
    </header>
  )
}

/** Actions for the kept documents of a column: copy, or send in this order. */
function ColumnMenu({ result, column }: { result: ComparisonResult; column: RankedColumn }) {
  const [{ threshold }] = useComparisonView()
  const { documents, query } = result.question
  const kept = hitsAboveThreshold(column.hits, column.run === null ? null : threshold)
  if (kept.length === 0) return null
  const what = formatCountOf(kept.length, 'document')
  const items = kept.map(({ index, score }) => ({
    text: documents[index] ?? '',
    // A keyword score is not on a 0–1 scale.
    ...(column.run !== null && { score }),
  }))
  return (
    <span className="flex">
      <IconButton
        label={`Copy ${what}`}
        onClick={() => void copy(items.map(({ text }) => text).join('\n\n'), what)}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
      <SendToMenu
        from="rerank"
        kind="documents"
        compact
        label={`Send ${what} to`}
        inPalette={column.id === result.columns[0]?.id}
        content={() => ({ items, query: query === '' ? null : query, runId: column.run?.id ?? null })}
      />
    </span>
  )
}

/** Reason that a column has no order; with a single column, the playground layout shows the run's error. */
function ColumnFailure({ column, index, alone }: { column: RankedColumn; index: number; alone: boolean }) {
  const store = useComparisonStore()
  const goToField = useContext(GoToFieldContext)
  const { run, ranking } = column
  if (run === null || run.state === 'running') return null
  if (run.failure !== null) {
    if (alone) return null
    return (
      <div className="border-b border-line p-2">
        <ErrorCard run={run} onRetry={() => store.retry(index)} onGoToField={goToField} />
      </div>
    )
  }
  if (run.state === 'stopped') return <Note>Stopped before the ranking was complete.</Note>
  if (ranking !== null) return null
  return (
    <Note>
      {run.cut
        ? 'The response exceeds the size limit of the history. Run again to see it.'
        : 'The response contains no results. See the HTTP tab.'}
    </Note>
  )
}

function Note({ children }: { children: string }) {
  return <p className="border-b border-line px-3 py-2 text-xs text-muted">{children}</p>
}

interface RankedRowProps {
  index: number
  text: string
  /** From 1; null: not returned, or not ranked yet. */
  rank: number | null
  score: number | null
  scoreMax: number
  columnId: string
  words: ReadonlySet<string>
  tokensMax: number
  /** There is no order (yet). */
  unranked: boolean
  /** Below the threshold. */
  dropped: boolean
  /** A line above the row. */
  separator: string | null
}

// Fits in two or three lines; the rest expands with a button.
const previewLength = 240

/** A document with its new rank, its input position, and its score as a bar and a number. */
const RankedRow = memo(function RankedRow(props: RankedRowProps) {
  const { index, rank, score, scoreMax, columnId, separator } = props
  const movement = toMovement(index, rank)
  const faded = props.dropped || (rank === null && !props.unranked)
  return (
    <>
      {separator !== null && (
        <li className="flex items-center gap-2 border-b border-line bg-sunken px-3 py-0.5 text-xs text-muted">
          <span aria-hidden className="h-px flex-1 bg-control" />
          {separator}
          <span aria-hidden className="h-px flex-1 bg-control" />
        </li>
      )}
      <li
        data-document={index}
        data-result
        tabIndex={-1}
        data-travel={`${columnId}-${index}`}
        className={classNames(
          'grid grid-cols-[20px_minmax(36px,auto)_minmax(0,1fr)] items-start gap-x-2 border-b border-line bg-canvas px-2.5 py-1.5 data-linked:bg-hover @lg:grid-cols-[24px_48px_minmax(0,1fr)_152px]',
          faded && 'text-muted',
        )}
      >
        <span className="sr-only">
          {rank === null
            ? `Input ${index + 1}, ${props.unranked ? 'not ranked' : 'not returned'}.`
            : `Rank ${rank}, ${movement?.label}. Score ${formatScore(score, scoreMax)}.`}
        </span>
        <span aria-hidden className={classNames('text-right font-medium', props.unranked && 'text-muted')}>
          {rank ?? (props.unranked ? index + 1 : '–')}
        </span>
        <span
          aria-hidden
          className={classNames(
            'text-xs leading-5 whitespace-nowrap text-muted',
            movement && movement.ranks > 0 && 'text-ok',
          )}
        >
          {movement?.mark ?? (props.unranked ? '' : `from ${index + 1}`)}
        </span>
        <ScoreBar score={score} scoreMax={scoreMax} />
        <DocumentView text={props.text} words={props.words} tokensMax={props.tokensMax} />
      </li>
    </>
  )
})

/** A score as a bar and a number; the row has it as text. */
function ScoreBar({ score, scoreMax }: { score: number | null; scoreMax: number }) {
  const share = score === null || scoreMax === 0 ? 0 : Math.min(1, Math.max(0, score / scoreMax))
  return (
    <span aria-hidden className="flex h-5 items-center gap-1.5 @lg:order-last">
      <span className="h-1.5 min-w-4 flex-1 rounded-sm bg-line">
        <span className="block h-full rounded-sm bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="min-w-10 text-right font-mono text-xs whitespace-nowrap">
        {formatScore(score, scoreMax)}
      </span>
    </span>
  )
}

/** The text of a document, collapsed when long; the part that the model probably did not read is marked. */
function DocumentView({
  text,
  words,
  tokensMax,
}: {
  text: string
  words: ReadonlySet<string>
  tokensMax: number
}) {
  const [open, setOpen] = useState(false)
  const read = estimateReadExtent(text, tokensMax)
  const long = text.length > previewLength || text.split('\n', 4).length > 3
  const shown = open || !long ? text : text.slice(0, previewLength)
  return (
    <div className="col-span-3 min-w-0 @lg:col-span-1">
      <p className={`break-words whitespace-pre-wrap ${open ? '' : 'line-clamp-3'}`}>
        <MarkedText text={read === null ? shown : shown.slice(0, read)} words={words} />
        {read !== null && shown.length > read && (
          <span className="text-muted">
            <span className="mx-1 rounded bg-sunken px-1 text-xs whitespace-nowrap">
              ≈ truncated from here
            </span>
            {shown.slice(read)}
          </span>
        )}
        {!open && long && '…'}
      </p>
      {(long || read !== null) && (
        <p className="flex gap-3 text-xs text-muted">
          {long && (
            <button
              type="button"
              aria-expanded={open}
              className="min-h-6 text-accent-text underline-offset-2 hover:underline"
              onClick={() => setOpen(!open)}
            >
              {open ? 'Show less' : 'Show all'}
            </button>
          )}
          {read !== null && <span className="py-1">≈ {formatShare(read / text.length)} read</span>}
        </p>
      )}
    </div>
  )
}
