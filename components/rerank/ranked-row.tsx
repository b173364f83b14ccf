'use client'
import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { formatScore } from '#lib/client/rerank/format-score.ts'
import { toMovement } from '#lib/client/rerank/movement.ts'
import { DocumentView } from './document-view.tsx'
import { ScoreBar } from './score-bar.tsx'

export interface RankedRowProps {
  index: number
  text: string
  /** From 1; null: not returned, or not ranked yet. */
  rank: number | null
  score: number | null
  scoreMax: number
  columnId: string
  words: ReadonlySet<string>
  tokensMax: number
  /** There is no order, or not yet. */
  unranked: boolean
  /** Below the threshold. */
  dropped: boolean
  /** A line above the row. */
  separator: string | null
}

/** A document with its new place, where it came from, and its score: as bar and as number. */
export const RankedRow = memo(function RankedRow(props: RankedRowProps) {
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
          'grid grid-cols-[20px_minmax(36px,auto)_minmax(0,1fr)] items-start gap-x-2 border-b border-line bg-surface px-2.5 py-1.5 data-linked:bg-sunken @lg:grid-cols-[24px_48px_minmax(0,1fr)_152px]',
          faded && 'text-muted',
        )}
      >
        <span className="sr-only">
          {rank === null
            ? `Input ${index + 1}, ${props.unranked ? 'not ranked' : 'not returned'}.`
            : `Rank ${rank}, ${movement?.words}. Score ${formatScore(score, scoreMax)}.`}
        </span>
        <span aria-hidden className={classNames('text-right font-medium', props.unranked && 'text-muted')}>
          {rank ?? (props.unranked ? index + 1 : '–')}
        </span>
        <span
          aria-hidden
          className={classNames(
            'text-xs leading-5 whitespace-nowrap text-muted',
            movement && movement.places > 0 && 'text-ok',
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
