'use client'
import { lazy, Suspense, useRef } from 'react'
import { Agreement } from './agreement.tsx'
import { useBoardResult, useBoardView } from './board-context.ts'
import { BoardToolbar } from './board-toolbar.tsx'
import { Columns } from './columns.tsx'
import { ThresholdBar } from './threshold-bar.tsx'
import { useLinkedHover } from './use-linked-hover.ts'

const BumpChart = lazy(() => import('./bump-chart.tsx').then(module => ({ default: module.BumpChart })))
const Judge = lazy(() => import('./judge.tsx').then(module => ({ default: module.Judge })))

/** What came back: the documents as each model orders them, how they moved, and how right that is. */
export function Board() {
  const result = useBoardResult()
  const [view] = useBoardView()
  const ref = useRef<HTMLDivElement>(null)
  useLinkedHover(ref)
  if (result === null) return null
  return (
    <div ref={ref} className="flex h-full flex-col">
      <h2 className="sr-only">Ranking</h2>
      <BoardToolbar result={result} />
      {result.columns.length > 1 && <Agreement result={result} />}
      <div className="min-h-0 flex-1">
        {view.shape === 'list' && <Columns result={result} />}
        <Suspense>
          {view.shape === 'bump' && <BumpChart result={result} />}
          {view.shape === 'judge' && <Judge result={result} />}
        </Suspense>
      </div>
      {view.shape === 'list' && <ThresholdBar result={result} />}
    </div>
  )
}
