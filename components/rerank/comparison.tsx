'use client'

import { lazy, Suspense, useRef, useEffect, type RefObject, useMemo, useState, useLayoutEffect } from 'react'
import { useComparisonResult, useComparisonView, useComparison } from './comparison-context.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Slider } from '#components/ui/form/slider.tsx'
import { formatCount, formatShare } from '#lib/client/format.ts'
import type { ComparisonResult } from './model/comparison-result.ts'
import { hitsAboveThreshold } from './model/hits-above-threshold.ts'
import { compareColumns } from './model/ranking-metrics.ts'
import { DepthField } from './depth-field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { shortLabel } from './model/documents/short-label.ts'
import { Column } from './column.tsx'
import { shapes, type Sort } from './model/comparison-view.ts'
import { Download } from 'lucide-react'
import { download, downloadExport } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import type { RunFailure } from '#lib/client/run.ts'
import { toShortReason } from '#components/playground/run/model/short-reason.ts'

const BumpChart = lazy(() => import('./bump-chart.tsx').then(module => ({ default: module.BumpChart })))
const Judgments = lazy(() => import('./judgments.tsx').then(module => ({ default: module.Judgments })))

/** The result: the documents in each model's order, how they moved, and the ranking quality. */
export function Comparison() {
  const result = useComparisonResult()
  const [view] = useComparisonView()
  const ref = useRef<HTMLDivElement>(null)
  useLinkedHover(ref)
  if (result === null) return null
  return (
    <div ref={ref} className="flex h-full flex-col">
      <h2 className="sr-only">Ranking</h2>
      <ComparisonToolbar result={result} />
      {result.columns.length > 1 && <Agreement result={result} />}
      <div className="min-h-0 flex-1">
        {view.shape === 'list' && <Columns result={result} />}
        <Suspense>
          {view.shape === 'bump' && <BumpChart result={result} />}
          {view.shape === 'judge' && <Judgments result={result} />}
        </Suspense>
      </div>
      {view.shape === 'list' && <ThresholdBar result={result} />}
    </div>
  )
}

/**
 * Highlights the same document in every column on hover or focus. Attributes instead of state: moving the
 * pointer re-renders nothing.
 */
function useLinkedHover(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const comparison = root.current
    if (comparison === null) return
    let shown: string | null = null
    const onOver = ({ target }: Event) => {
      const over = target instanceof Element ? target.closest('[data-document]') : null
      const document = over?.getAttribute('data-document') ?? null
      if (document === shown) return
      shown = document
      for (const linked of comparison.querySelectorAll('[data-document]'))
        linked.toggleAttribute('data-linked', linked.getAttribute('data-document') === document)
    }
    const events = ['pointerover', 'focusin'] as const
    events.forEach(name => comparison.addEventListener(name, onOver))
    return () => events.forEach(name => comparison.removeEventListener(name, onOver))
  }, [root])
}

/** Score threshold: how many documents each model keeps, updated as the slider moves. */
function ThresholdBar({ result }: { result: ComparisonResult }) {
  const [{ threshold }, setView] = useComparisonView()
  const ranked = result.columns.filter(({ run, hits }) => run !== null && hits.length > 0)
  if (ranked.length === 0) return null
  const counts = ranked.map(
    ({ hits }) => `${formatCount(hitsAboveThreshold(hits, threshold).length)} of ${formatCount(hits.length)}`,
  )
  return (
    <div className="flex shrink-0 items-center gap-3 border-t border-line bg-canvas px-3 py-1 text-xs text-muted">
      <span className="whitespace-nowrap">Threshold</span>
      <span className="max-w-72 min-w-24 flex-1">
        <Slider
          label="Threshold"
          value={threshold ?? 0}
          onChange={next => setView({ threshold: next })}
          min={0}
          max={1}
          step={0.01}
          dim={threshold === null}
        />
      </span>
      <span className="w-8 text-right font-mono">{threshold === null ? '–' : threshold.toFixed(2)}</span>
      <span className="text-text">{counts.join(' · ')} kept</span>
      {threshold !== null && (
        <Button variant="link" className="text-xs" onClick={() => setView({ threshold: null })}>
          Reset
        </Button>
      )}
    </div>
  )
}

/** Pairwise agreement of the orders. */
function Agreement({ result }: { result: ComparisonResult }) {
  const [{ depth }] = useComparisonView()
  const { columns } = result
  const pairs = useMemo(
    () =>
      compareColumns(
        columns.filter(({ hits }) => hits.length > 0),
        depth,
      ),
    [columns, depth],
  )
  return (
    <section
      aria-label="Agreement"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-line px-3 py-1 text-xs text-muted"
    >
      <span data-tip="Kendall’s τ-b over the documents that both returned: 1 is the same order, −1 the opposite. Overlap is the share of the top k in both.">
        Kendall τ · overlap@{depth}
      </span>
      {pairs.map(({ id, labels, tau, overlap }) => (
        <span key={id} className="min-w-0">
          {columns.length > 2 && <span className="mr-1.5">{labels.join(' ↔ ')}</span>}
          <b className="font-medium text-text">
            {formatTau(tau)} · {overlap === null ? '–' : formatShare(overlap)}
          </b>
        </span>
      ))}
      <MissingColumns result={result} />
      <span className="ml-auto">
        <DepthField />
      </span>
    </section>
  )
}

/** Models without a ranking, each with the reason, in the views without their columns. */
function MissingColumns({ result: { columns } }: { result: ComparisonResult }) {
  const [view, setView] = useComparisonView()
  const failed = columns.flatMap(({ label, run }) =>
    run?.failure ? [{ id: run.id, label, reason: toReason(run.failure) }] : [],
  )
  if (failed.length === 0 || view.shape === 'list') return null
  return (
    <ul aria-label="Models without a ranking" className="basis-full text-bad">
      {failed.map(({ id, label, reason }) => (
        <li key={id} className="wrap-anywhere">
          {label} has no ranking: {reason}{' '}
          <Button variant="link" className="min-h-6 text-xs" onClick={() => setView({ shape: 'list' })}>
            Show
          </Button>
        </li>
      ))}
    </ul>
  )
}

function toReason(failure: RunFailure): string {
  return 'message' in failure ? failure.message : toShortReason(failure)
}

function formatTau(tau: number | null): string {
  return tau === null ? '–' : tau.toFixed(2).replace('-', '−')
}

const pageRows = 100

/** The orders side by side; one at a time on a phone. */
function Columns({ result }: { result: ComparisonResult }) {
  const [shownMax, setShownMax] = useState(pageRows)
  const [chosen, setChosen] = useState(0)
  const travel = useTravel()
  const { columns } = result
  const current = Math.min(chosen, columns.length - 1)
  return (
    <div className="flex h-full flex-col">
      {columns.length > 1 && (
        <div className="border-b border-line px-2 py-1.5 sm:hidden">
          <Segmented
            label="Column to show"
            className="max-w-full overflow-auto"
            choices={columns.map((column, index) => ({
              value: String(index),
              label: shortLabel(column.label),
            }))}
            value={String(current)}
            onChange={value => setChosen(Number(value))}
          />
        </div>
      )}
      <div ref={travel} className="scroll min-h-0 flex-1">
        <div className="grid auto-cols-[minmax(156px,1fr)] grid-flow-col max-sm:auto-cols-auto max-sm:grid-flow-row">
          {columns.map((column, index) => (
            <div
              key={column.id}
              className={classNames(
                'min-w-0 border-line not-first:border-l max-sm:not-first:border-l-0',
                index !== current && 'max-sm:hidden',
              )}
            >
              <Column
                result={result}
                column={column}
                index={index}
                shownMax={shownMax}
                onShowMore={() => setShownMax(shownMax + pageRows)}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const travelMs = 200

/** Animates the rows of a list from their old to their new position after each change of order. */
function useTravel(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const tops = useRef<ReadonlyMap<string, number>>(new Map())
  useLayoutEffect(() => {
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-travel]') ?? [])]
    const before = tops.current
    // Offsets rather than visual positions: scrolling and running animations do not affect them.
    tops.current = new Map(rows.map(row => [row.dataset['travel'] ?? '', row.offsetTop]))
    if (before.size === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const from = before.get(row.dataset['travel'] ?? '')
      const distance = from === undefined ? 0 : from - row.offsetTop
      if (distance === 0) continue
      row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
        duration: travelMs,
        easing: 'ease-out',
      })
    }
  })
  return root
}

const shapeLabels = { list: 'Ranking', bump: 'Moves', judge: 'Judgments' }
const sortLabels: Readonly<Record<Sort, string>> = {
  score: 'Score',
  input: 'Input',
  change: 'Change',
  disagreement: 'Disagreement',
}

/** Display settings of the result; nothing here is sent. */
function ComparisonToolbar({ result }: { result: ComparisonResult }) {
  const [view, setView] = useComparisonView()
  const sorts: readonly Sort[] =
    result.columns.length > 1 ? ['score', 'input', 'change', 'disagreement'] : ['score', 'input', 'change']
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.5 max-sm:px-2">
      <Segmented
        label="View"
        choices={shapes.map(shape => ({ value: shape, label: shapeLabels[shape] }))}
        value={view.shape}
        onChange={value => setView({ shape: shapes.find(shape => shape === value) ?? 'list' })}
      />
      {view.shape === 'list' && (
        <fieldset
          aria-label="Sort by"
          className="flex flex-wrap items-center max-sm:order-last max-sm:basis-full"
        >
          <span aria-hidden className="mr-1 text-xs text-muted">
            Sort
          </span>
          {sorts.map(sort => (
            <Button
              key={sort}
              variant="plain"
              aria-pressed={view.sort === sort}
              className="h-6 border-b-2 px-1 text-xs coarse:h-10 aria-pressed:text-text not-aria-pressed:border-b-transparent aria-pressed:rounded-b-none aria-pressed:border-b-accent"
              onClick={() => setView({ sort })}
            >
              {sortLabels[sort]}
            </Button>
          ))}
        </fieldset>
      )}
      <span className="ml-auto flex items-center gap-1">
        <Button
          variant="plain"
          aria-pressed={view.keywords}
          data-tip="A keyword ranking (BM25), computed in this browser, as a baseline"
          className="h-6 px-1.5 text-xs aria-pressed:border-control aria-pressed:text-text coarse:h-10"
          onClick={() => setView({ keywords: !view.keywords })}
        >
          Keywords
        </Button>
        <ComparisonExport result={result} />
      </span>
    </div>
  )
}

const load = () => import('./model/export-comparison.ts')

/** Exports the rankings and the grades as files. */
function ComparisonExport({ result }: { result: ComparisonResult }) {
  const { judgments } = useComparison()
  const ranked = result.columns.some(({ hits }) => hits.length > 0)
  const graded = Object.keys(judgments.grades).length > 0
  return (
    <Menu
      trigger={
        <IconButton label="Export ranking" className="size-6 coarse:size-10">
          <Download size={14} aria-hidden />
        </IconButton>
      }
      actions={[
        {
          label: 'Ranking (CSV)',
          disabled: !ranked,
          onSelect: () =>
            void load().then(({ toComparisonCsv }) =>
              downloadExport('ranking.csv', toComparisonCsv(result, judgments), 'text/csv;charset=utf-8'),
            ),
        },
        {
          label: 'Ranking (JSON)',
          disabled: !ranked,
          onSelect: () =>
            void load().then(({ toComparisonJson }) =>
              downloadExport('ranking.json', toComparisonJson(result, judgments), 'application/json'),
            ),
        },
        {
          label: 'Ranking (TREC run)',
          disabled: !ranked,
          onSelect: () => void load().then(({ toTrecRun }) => download('ranking.run', toTrecRun(result))),
        },
        {
          label: 'Grades (TREC qrels)',
          disabled: !graded,
          onSelect: () =>
            void load().then(({ toTrecQrels }) => download('grades.qrels', toTrecQrels(result, judgments))),
        },
      ]}
    />
  )
}
