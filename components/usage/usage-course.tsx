'use client'
import { lazy, Suspense } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { Table } from '#components/ui/table.tsx'
import type { UsagePlace } from '#lib/client/usage/usage-place.ts'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'
import { usageMeasures } from '#lib/contracts/team/usage-words.ts'
import { dimensionLabels, formatMeasure, measureLabels, toShortLabel } from './usage-words.ts'
import type { ChangeUsagePlace } from './use-usage-place.ts'

const UsageChart = lazy(() => import('./usage-chart.tsx').then(module => ({ default: module.UsageChart })))

const measures = usageMeasures.map(value => ({ value, label: measureLabels[value] }))

/** One measure over time, as a chart and as the table that says the same. */
export function UsageCourse({
  usage: { course, by, measure, unit, zone, zone_shift_minutes: shift },
  place,
  go,
}: {
  usage: UsageAnswer
  place: UsagePlace
  go: ChangeUsagePlace
}) {
  const names = course.names.map(name => name ?? (by === 'time' ? measureLabels[measure] : 'All others'))
  const title = `${measureLabels[measure]} by ${unit}${by === 'time' ? '' : ` and ${dimensionLabels[by].toLowerCase()}`}`
  return (
    <section aria-label="Over time" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="What is drawn"
          choices={measures}
          value={place.measure}
          onChange={chosen => go({ measure: chosen })}
        />
        <p className="text-xs text-muted">
          {unit === 'day' ? 'Days' : 'Hours'} of {zone}
          {shift > 0 && `, counted from ${shift} minutes past the hour`}
        </p>
      </div>
      <figure aria-label={title} className="h-56">
        {names.length === 0 ? (
          <p className="py-2 text-muted">
            Nothing to draw: there were no {measureLabels[measure].toLowerCase()}.
          </p>
        ) : (
          <Suspense>
            <UsageChart
              points={course.points}
              names={names}
              others={by !== 'time' && course.names.at(-1) === null}
              measure={measure}
            />
          </Suspense>
        )}
      </figure>
      {by !== 'time' && names.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-muted">The chart as a table</summary>
          <div className="scroll mt-2 max-h-80" tabIndex={0} role="region" aria-label={title}>
            <Table
              caption={title}
              rows={course.points}
              rowKey={point => point.label}
              empty="No days."
              columns={[
                {
                  id: 'at',
                  label: unit === 'day' ? 'Day' : 'Hour',
                  wide: true,
                  cell: point => toShortLabel(point.label),
                },
                ...names.map((name, at) => ({
                  id: `${at}`,
                  label: name,
                  align: 'right' as const,
                  cell: (point: (typeof course.points)[number]) =>
                    formatMeasure(point.values[at] ?? 0, measure),
                })),
              ]}
            />
          </div>
        </details>
      )}
    </section>
  )
}
