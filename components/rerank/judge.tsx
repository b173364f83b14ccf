'use client'
import { lazy, Suspense, useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { formatCount } from '#lib/client/format.ts'
import type { BoardResult } from '#lib/client/rerank/board-result.ts'
import { gradeOf, isOrdered, noTruth, orderDocuments } from '#lib/client/rerank/truth.ts'
import { useBoard, useBoardStore, useBoardView } from './board-context.ts'
import { DepthField } from './depth-field.tsx'
import { GradeList } from './grade-list.tsx'
import { MeasuresTable } from './measures-table.tsx'

const OrderList = lazy(() => import('./order-list.tsx').then(module => ({ default: module.OrderList })))

const kinds = [
  { value: 'grades', label: 'Grades' },
  { value: 'order', label: 'Order' },
]

/** What the person says is right, and how right each ranking is by that. */
export function Judge({ result }: { result: BoardResult }) {
  const store = useBoardStore()
  const { truth } = useBoard()
  const [{ judgeBy }, setView] = useBoardView()
  const { documents } = result.question
  const ranks = result.columns[0]?.ranks
  // Both lists begin as the first ranking stands, and do not move while grades are given.
  const ranked = useMemo(
    () =>
      documents
        .map((_, index) => index)
        .toSorted((a, b) => (ranks?.[a] ?? Infinity) - (ranks?.[b] ?? Infinity) || a - b),
    [documents, ranks],
  )
  const order = useMemo(() => orderDocuments(truth, documents, ranked), [truth, documents, ranked])
  const gradedCount = documents.filter(text => gradeOf(truth, text) !== null).length
  const setOrder = (next: readonly number[] | null) =>
    store.update(board => ({
      ...board,
      truth: { ...board.truth, order: next?.map(index => documents[index] ?? '') ?? null },
    }))
  const ordered = isOrdered(truth, documents)
  const begun = judgeBy === 'grades' ? gradedCount > 0 : ordered
  const forget = () =>
    judgeBy === 'grades'
      ? store.update(board => ({ ...board, truth: { ...board.truth, grades: noTruth.grades } }))
      : setOrder(null)

  return (
    <div className="scroll h-full">
      <div className="flex flex-col gap-2 px-3 py-2">
        <p className="line-clamp-2 text-xs text-muted lg:hidden">{result.question.query}</p>
        <MeasuresTable result={result} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Segmented
            label="Judge by"
            choices={kinds}
            value={judgeBy}
            onChange={value => setView({ judgeBy: value === 'order' ? 'order' : 'grades' })}
          />
          {result.columns.length === 1 && <DepthField />}
          <span className="flex-1 text-xs text-muted">
            {judgeBy === 'grades'
              ? `${formatCount(gradedCount)} of ${formatCount(documents.length)} graded: 0 is wrong, 3 is perfect, none counts as 0`
              : !ordered
                ? 'Move documents into the order you want: nothing is measured until you do'
                : 'The first k are what you want to see'}
          </span>
          {begun && (
            <Button variant="link" className="text-xs" onClick={forget}>
              {judgeBy === 'grades' ? 'Remove all grades' : 'Forget this order'}
            </Button>
          )}
          {judgeBy === 'order' && !begun && (
            <Button variant="link" className="text-xs" onClick={() => setOrder(order)}>
              It is right as it stands
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
