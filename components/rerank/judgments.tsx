'use client'

import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { formatCount, formatScore } from '#lib/client/format.ts'
import type { ComparisonResult } from './model/comparison-result.ts'
import {
  gradeOf,
  isOrdered,
  noJudgments,
  orderDocuments,
  gradeText,
  type Grade,
  toRelevance,
} from './model/judgments.ts'
import { useComparison, useComparisonStore, useComparisonView } from './comparison-context.ts'
import { DepthField } from './depth-field.tsx'
import { Table, type Column } from '#components/ui/data/table.tsx'
import { measureColumn, type Metrics } from './model/ranking-metrics.ts'

const OrderList = lazy(() => import('./order-list.tsx').then(module => ({ default: module.OrderList })))

const kinds = [
  { value: 'grades', label: 'Grades' },
  { value: 'order', label: 'Order' },
]

/** The user's relevance judgments, and the quality of each ranking. */
export function Judgments({ result }: { result: ComparisonResult }) {
  const store = useComparisonStore()
  const { judgments } = useComparison()
  const [{ judgeBy }, setView] = useComparisonView()
  const { documents } = result.question
  const ranks = result.columns[0]?.ranks
  // Both lists start in the order of the first ranking, and stay fixed during grading.
  const ranked = useMemo(
    () =>
      documents
        .map((_, index) => index)
        .toSorted((a, b) => (ranks?.[a] ?? Infinity) - (ranks?.[b] ?? Infinity) || a - b),
    [documents, ranks],
  )
  const order = useMemo(() => orderDocuments(judgments, documents, ranked), [judgments, documents, ranked])
  const gradedCount = documents.filter(text => gradeOf(judgments, text) !== null).length
  const setOrder = (next: readonly number[] | null) =>
    store.update(comparison => ({
      ...comparison,
      judgments: { ...comparison.judgments, order: next?.map(index => documents[index] ?? '') ?? null },
    }))
  const ordered = isOrdered(judgments, documents)
  const begun = judgeBy === 'grades' ? gradedCount > 0 : ordered
  const forget = () =>
    judgeBy === 'grades'
      ? store.update(comparison => ({
          ...comparison,
          judgments: { ...comparison.judgments, grades: noJudgments.grades },
        }))
      : setOrder(null)

  return (
    <div className="scroll h-full">
      <div className="flex flex-col gap-2 px-3 py-2">
        <p className="line-clamp-2 text-xs text-muted lg:hidden">{result.question.query}</p>
        <MeasuresTable result={result} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Segmented
            label="Grade by"
            choices={kinds}
            value={judgeBy}
            onChange={value => setView({ judgeBy: value === 'order' ? 'order' : 'grades' })}
          />
          {result.columns.length === 1 && <DepthField />}
          <span className="flex-1 text-xs text-muted">
            {judgeBy === 'grades'
              ? `${formatCount(gradedCount)} of ${formatCount(documents.length)} graded. 0 is irrelevant, 3 is perfect; ungraded counts as 0`
              : !ordered
                ? 'Arrange the documents in your ideal order to get metrics'
                : 'The top k count as relevant'}
          </span>
          {begun && (
            <Button variant="link" className="text-xs" onClick={forget}>
              {judgeBy === 'grades' ? 'Remove all grades' : 'Reset order'}
            </Button>
          )}
          {judgeBy === 'order' && !begun && (
            <Button variant="link" className="text-xs" onClick={() => setOrder(order)}>
              Use current order
            </Button>
          )}
        </div>
        {judgeBy === 'grades' && <GradeList documents={documents} indexes={ranked} />}
        {judgeBy === 'order' && (
          <Suspense>
            <OrderList documents={documents} order={order} onOrder={setOrder} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

const pageRows = 100

/** The documents with their grades. */
function GradeList({ documents, indexes }: { documents: readonly string[]; indexes: readonly number[] }) {
  const store = useComparisonStore()
  const { judgments } = useComparison()
  const [shownMax, setShownMax] = useState(pageRows)
  return (
    <>
      <ul aria-label="Documents to grade">
        {indexes.slice(0, shownMax).map(index => {
          const text = documents[index] ?? ''
          return (
            <li
              key={index}
              data-document={index}
              className="flex items-start gap-3 border-b border-line py-1.5 max-sm:flex-col max-sm:gap-1"
            >
              <GradeControl
                label={`Grade of document ${index + 1}`}
                value={gradeOf(judgments, text)}
                onChange={grade =>
                  store.update(comparison => ({
                    ...comparison,
                    judgments: gradeText(comparison.judgments, text, grade),
                  }))
                }
              />
              <p className="line-clamp-2 min-w-0 flex-1 pt-0.5 break-words">{text.slice(0, 400)}</p>
            </li>
          )
        })}
      </ul>
      {indexes.length > shownMax && (
        <Button variant="link" className="self-start" onClick={() => setShownMax(shownMax + pageRows)}>
          Show more of {formatCount(indexes.length - shownMax)}
        </Button>
      )}
    </>
  )
}

const grades: readonly Grade[] = [0, 1, 2, 3]
const choices = grades.map(grade => ({ value: String(grade), label: String(grade) }))

/** 0 to 3 by click, arrow key or digit; Backspace removes the grade. */
function GradeControl({
  label,
  value,
  onChange,
}: {
  label: string
  value: Grade | null
  onChange: (grade: Grade | null) => void
}) {
  const press = (event: KeyboardEvent) => {
    const digit = grades.find(grade => String(grade) === event.key)
    const clears = event.key === 'Backspace' || event.key === 'Delete'
    if ((digit === undefined && !clears) || event.metaKey || event.ctrlKey || event.altKey) return
    // Elsewhere, digits switch between the result's tabs.
    event.preventDefault()
    onChange(digit ?? null)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the radio buttons inside
    <span onKeyDown={press} className="shrink-0">
      <Segmented
        label={label}
        choices={choices}
        value={value === null ? null : String(value)}
        onChange={next => onChange(grades.find(grade => String(grade) === next) ?? null)}
      />
    </span>
  )
}

interface Row {
  readonly id: string
  readonly label: string
  readonly metrics: Metrics | null
}

/** Metrics of each ranking against the judgments; dashes without any. */
function MeasuresTable({ result }: { result: ComparisonResult }) {
  const { judgments } = useComparison()
  const [{ judgeBy, depth }] = useComparisonView()
  const { columns, question } = result
  const rows = useMemo<readonly Row[]>(() => {
    const relevance = toRelevance(judgments, judgeBy, question.documents, depth)
    return columns.map(column => ({
      id: column.id,
      label: column.label,
      metrics: relevance && measureColumn(column, relevance, depth),
    }))
  }, [judgments, judgeBy, question, depth, columns])
  const best = Math.max(...rows.map(({ metrics }) => metrics?.ndcg ?? 0))
  return (
    <Table
      caption="Ranking metrics"
      columns={toTableColumns(depth, rows.length > 1 ? best : Infinity)}
      rows={rows}
      rowKey={row => row.id}
      empty="No rankings"
    />
  )
}

function toTableColumns(depth: number, best: number): readonly Column<Row>[] {
  const figure = (id: string, label: string, read: (metrics: Metrics) => number | null): Column<Row> => ({
    id,
    label,
    align: 'right',
    className: 'font-mono',
    cell: ({ metrics }) => formatScore(metrics && read(metrics)),
  })
  return [
    { id: 'label', label: 'Ranking', wide: true, cell: ({ label }) => label },
    {
      ...figure('ndcg', `nDCG@${depth}`, metrics => metrics.ndcg),
      cell: ({ metrics }) => {
        const text = formatScore(metrics?.ndcg)
        return metrics?.ndcg === best && best > 0 ? <b title="best">{text} ✓</b> : text
      },
    },
    figure('mrr', 'MRR', metrics => metrics.reciprocalRank),
    figure('precision', `P@${depth}`, metrics => metrics.precision),
  ]
}
