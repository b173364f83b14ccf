'use client'
import { useMemo } from 'react'
import { Table, type Column } from '#components/ui/table.tsx'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { formatScore } from '#lib/client/rerank/format-score.ts'
import { measureColumn, type Measures } from '#lib/client/rerank/measure-column.ts'
import { toWorth } from '#lib/client/rerank/truth.ts'
import { useBoard, useBoardView } from './board-context.ts'

interface Row {
  readonly id: string
  readonly label: string
  readonly measures: Measures | null
}

/** How right each ranking is, by what was judged; dashes until something was. */
export function MeasuresTable({ result }: { result: BoardResult }) {
  const { truth } = useBoard()
  const [{ judgeBy, depth }] = useBoardView()
  const { columns, question } = result
  const rows = useMemo<readonly Row[]>(() => {
    const worth = toWorth(truth, judgeBy, question.documents, depth)
    return columns.map(column => ({
      id: column.id,
      label: column.label,
      measures: worth && measureColumn(column, worth, depth),
    }))
  }, [truth, judgeBy, question, depth, columns])
  const best = Math.max(...rows.map(({ measures }) => measures?.ndcg ?? 0))
  return (
    <Table
      caption="How right the rankings are"
      columns={toTableColumns(depth, rows.length > 1 ? best : Infinity)}
      rows={rows}
      rowKey={row => row.id}
      empty="Nothing was ranked."
    />
  )
}

function toTableColumns(depth: number, best: number): readonly Column<Row>[] {
  const figure = (id: string, label: string, read: (measures: Measures) => number | null): Column<Row> => ({
    id,
    label,
    align: 'right',
    className: 'font-mono',
    cell: ({ measures }) => formatScore(measures && read(measures)),
  })
  return [
    { id: 'label', label: 'Ranking', wide: true, cell: ({ label }) => label },
    {
      ...figure('ndcg', `nDCG@${depth}`, measures => measures.ndcg),
      cell: ({ measures }) => {
        const text = formatScore(measures?.ndcg)
        return measures?.ndcg === best && best > 0 ? <b title="the best here">{text} ✓</b> : text
      },
    },
    figure('mrr', 'MRR', measures => measures.reciprocalRank),
    figure('precision', `P@${depth}`, measures => measures.precision),
  ]
}
