import { askUsage } from '#components/usage/model/ask-usage.ts'
import { beginOfDay, endOfDay } from '#lib/client/day.ts'
import type { LogFilter } from './filter-address.ts'

/** Requests and errors of one part of the period. */
export interface CourseBar {
  readonly requests: number
  readonly errors: number
}

const hourMs = 3_600_000
const windowMs = { '24h': 24 * hourMs, '7d': 7 * 24 * hourMs, '30d': 30 * 24 * hourMs } as const
const barsMax = 48

/**
 * The query of usage for the same requests; the last 24 hours where the filter has no time.
 * @returns null: usage does not know this filter, or its period is shorter than usage counts
 */
export function toCourseQuery(filter: LogFilter, now: number): URLSearchParams | null {
  const { capability, model, provider, key, member, outcome, code, min_ms: minMs, session } = filter
  if (
    [code, minMs, session].some(each => each !== undefined) ||
    (outcome !== undefined && outcome !== 'failed')
  )
    return null
  const period = toPeriod(filter, now)
  if (period === null) return null
  const fields = { capability, model, provider, key, member, ...period }
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

function toPeriod({ within = '24h', from, to }: LogFilter, now: number): { from: number; to: number } | null {
  if (from !== undefined && to !== undefined) return { from: beginOfDay(from), to: endOfDay(to) }
  if (from !== undefined || to !== undefined || within === '1h' || within === 'all') return null
  return { from: now - windowMs[within], to: now }
}

/** Requests over time, at most 48 bars. */
export async function readCourse(query: URLSearchParams): Promise<readonly CourseBar[]> {
  const [requests, errors] = await Promise.all([readPoints(query, 'requests'), readPoints(query, 'errors')])
  return toBars(requests, errors)
}

async function readPoints(
  query: URLSearchParams,
  measure: 'requests' | 'errors',
): Promise<readonly number[]> {
  const search = new URLSearchParams(query)
  search.set('measure', measure)
  const { course } = await askUsage(search)
  return course.points.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
}

/** Joins neighbors where there are more points than bars. */
export function toBars(requests: readonly number[], errors: readonly number[]): readonly CourseBar[] {
  const each = Math.max(1, Math.ceil(requests.length / barsMax))
  const sum = (values: readonly number[], start: number) =>
    values.slice(start, start + each).reduce((total, value) => total + value, 0)
  return Array.from({ length: Math.ceil(requests.length / each) }, (_, at) => ({
    requests: sum(requests, at * each),
    errors: sum(errors, at * each),
  }))
}
