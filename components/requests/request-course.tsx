'use client'

import { useQuery } from '@tanstack/react-query'
import { formatCountOf } from '#lib/client/format.ts'
import type { LogFilter } from './model/filter-address.ts'
import { type CourseBar, readCourse, toCourseQuery } from './model/request-course.ts'

const freshMs = 60_000

/** Requests and errors over the period of the list, where usage counts them. */
export function RequestCourse({ filter }: { filter: LogFilter }) {
  const isCounted = toCourseQuery(filter, 0) !== null
  const course = useQuery({
    queryKey: ['request-course', filter],
    queryFn: async () => {
      const query = toCourseQuery(filter, Date.now())
      return query === null ? [] : await readCourse(query)
    },
    enabled: isCounted,
    staleTime: freshMs,
  })
  // It adds to the list: without it, the list still works.
  if (!isCounted || course.error !== null) return null
  const onlyErrors = filter.outcome === 'failed'
  const [begin, end] = labelsOf(filter)
  return (
    <div className="shrink-0 border-b border-line px-5 pt-2 pb-1 max-sm:px-3">
      <Bars bars={course.data ?? []} onlyErrors={onlyErrors} period={`${begin} to ${end}`} />
      <div aria-hidden className="flex justify-between text-2xs text-muted">
        <span>{begin}</span>
        <span>{end}</span>
      </div>
    </div>
  )
}

function Bars({
  bars,
  onlyErrors,
  period,
}: {
  bars: readonly CourseBar[]
  onlyErrors: boolean
  period: string
}) {
  const heightOf = ({ requests, errors }: CourseBar) => (onlyErrors ? errors : requests)
  const most = Math.max(1, ...bars.map(heightOf))
  const sum = (name: keyof CourseBar) => bars.reduce((total, bar) => total + bar[name], 0)
  const requests = formatCountOf(sum('requests'), 'request')
  return (
    <div
      role="img"
      aria-label={`${onlyErrors ? '' : `${requests}, `}${formatCountOf(sum('errors'), 'error')}, ${period}`}
      className="flex h-9 items-end gap-[3px]"
    >
      {bars.map((bar, at) => (
        <span
          key={at}
          title={`${formatCountOf(bar.requests, 'request')}, ${formatCountOf(bar.errors, 'error')}`}
          className="flex min-w-0.5 flex-1 items-end overflow-hidden rounded-t-xs bg-accent-line forced-colors:bg-[CanvasText]"
          style={{ height: `${(heightOf(bar) / most) * 100}%` }}
        >
          <span
            className="w-full bg-bad-dot forced-colors:bg-[Highlight]"
            style={{ height: `${(bar.errors / Math.max(1, heightOf(bar))) * 100}%` }}
          />
        </span>
      ))}
    </div>
  )
}

const beginnings = { '1h': '', '24h': '24 hours ago', '7d': '7 days ago', '30d': '30 days ago', all: '' }

function labelsOf({ within = '24h', from, to }: LogFilter): readonly [string, string] {
  return from !== undefined && to !== undefined ? [from, to] : [beginnings[within], 'Now']
}
