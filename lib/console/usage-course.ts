import 'server-only'
import type { UsageMeasure } from '#lib/contracts/team/usage-words.ts'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'
import type { UsageRow } from '#lib/store/usage-rows.ts'
import { store } from './settings.ts'
import { filterOfGroup, type GroupDimension } from './usage-groups.ts'
import type { UsageQuestion } from './usage-question.ts'

/** More cannot be told apart in a chart. */
const namesMax = 6

type Course = {
  readonly values: readonly (string | null)[]
  readonly points: UsageAnswer['course']['points']
}

/** The measure over time, of everything together: rows are those of each hour or day. */
export function toCourse({ slots, query }: UsageQuestion, rows: readonly UsageRow[]): Course {
  const sums = sumOfSlots(slots, rows, query.measure)
  return { values: [null], points: slots.map(({ label }, at) => ({ label, values: [sums[at] ?? 0] })) }
}

/** The measure over time for the largest groups each, and for all others together. */
export async function readCourse(
  question: UsageQuestion,
  by: GroupDimension,
  groups: readonly UsageRow[],
): Promise<Course> {
  const { slots, grain, from, to, member, filter, query } = question
  const { usage } = await store()
  const read = async (narrowed: typeof filter) => {
    const asked = { from, to, grain, filter: narrowed, by: null, withTimes: false }
    return sumOfSlots(slots, await usage.course(member.teamId, asked), query.measure)
  }
  const shown = groups
    .filter(row => measureOf(row, query.measure) > 0)
    .toSorted((one, other) => measureOf(other, query.measure) - measureOf(one, query.measure))
  const values = shown.slice(0, namesMax).map(row => row.value)
  const each: number[][] = []
  for (const value of values) each.push(await read(filterOfGroup(filter, by, value)))
  if (shown.length > namesMax) {
    const all = await read(filter)
    each.push(all.map((sum, at) => Math.max(0, sum - each.reduce((part, sums) => part + (sums[at] ?? 0), 0))))
  }
  return {
    values: shown.length > namesMax ? [...values, null] : values,
    points: slots.map(({ label }, at) => ({ label, values: each.map(sums => sums[at] ?? 0) })),
  }
}

function measureOf(row: UsageRow, measure: UsageMeasure): number {
  switch (measure) {
    case 'requests':
      return row.requests
    case 'tokens':
      return row.promptTokens + row.completionTokens
    case 'cost':
      return row.costNanos / 1e9
    case 'errors':
      return row.refused + row.failed
  }
}

function sumOfSlots(
  slots: UsageQuestion['slots'],
  rows: readonly UsageRow[],
  measure: UsageMeasure,
): number[] {
  const byStart = new Map<number, number>()
  for (const row of rows) byStart.set(row.start, (byStart.get(row.start) ?? 0) + measureOf(row, measure))
  const starts = [...byStart].toSorted(([one], [other]) => one - other)
  let next = 0
  return slots.map(({ to }) => {
    let sum = 0
    for (; (starts[next]?.[0] ?? to) < to; next++) sum += starts[next]?.[1] ?? 0
    return sum
  })
}
