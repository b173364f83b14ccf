'use client'
import { useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { queryWords } from '#lib/client/rerank/mark-words.ts'
import type { RankedColumn } from '#lib/client/rerank/ranked-column.ts'
import { sortDocuments } from '#lib/client/rerank/sort-documents.ts'
import { useBoardView } from './board-context.ts'
import { ColumnFailure } from './column-failure.tsx'
import { ColumnHeading } from './column-heading.tsx'
import { RankedRow } from './ranked-row.tsx'
import { separatorsOf } from './separators.ts'
import { useTokensMax } from './use-tokens-max.ts'

export interface ColumnProps {
  result: BoardResult
  column: RankedColumn
  place: number
  shownMax: number
  onShowMore: () => void
}

/** The documents in one order, with where they came from. */
export function Column({ result, column, place, shownMax, onShowMore }: ColumnProps) {
  const [{ sort, threshold }] = useBoardView()
  const { question, columns } = result
  const order = useMemo(() => sortDocuments(column, columns, sort), [column, columns, sort])
  const words = useMemo(() => queryWords(question.query), [question.query])
  const tokensMax = useTokensMax(column, question)
  const separators =
    sort === 'score' ? separatorsOf(column, threshold, question.topN) : new Map<number, string>()
  const hidden = order.length - shownMax
  return (
    <section aria-label={column.label} aria-busy={column.run?.state === 'running'} className="@container">
      <ColumnHeading result={result} column={column} />
      <ColumnFailure column={column} place={place} alone={columns.length === 1} />
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
