import 'server-only'
import { type UsageAnswer, usageFilterSchema } from '#lib/contracts/team/usage.ts'
import { addUsageRows } from '#lib/store/add-usage-rows.ts'
import { answer } from './answer.ts'
import { store } from './settings.ts'
import { readUsageBudgets } from './usage-budgets.ts'
import { readCourse, toCourse } from './usage-course.ts'
import { nameUsageGroups, readUsageGroups } from './usage-groups.ts'
import { readUsageQuestion, type UsageQuestion } from './usage-question.ts'
import { sortUsageRows, toSlotRows } from './usage-rows.ts'
import { toZoneShift } from './usage-slots.ts'
import { noUsage, toUsageSums } from './usage-view.ts'

const pageRows = 50

type Parts = Pick<UsageAnswer, 'totals' | 'course' | 'rows'>

/** What a period had, in total, over time, and told apart as asked, a page at a time. */
export function readUsage(request: Request): Promise<Response> {
  return answer(request, async () => {
    const question = await readUsageQuestion(request)
    const { query, scope, seesAll, unit, zone, from } = question
    const { totals, course, rows } = await (query.by === 'time'
      ? readByTime(question)
      : readByGroup(question, query.by))
    const sorted = sortUsageRows(rows, query)
    const first = (query.page - 1) * pageRows
    const body: UsageAnswer = {
      scope,
      by: query.by,
      measure: query.measure,
      you_see_all: seesAll,
      unit,
      zone,
      zone_shift_minutes: toZoneShift(zone, from),
      totals,
      course,
      rows: sorted.slice(first, first + pageRows),
      row_count: sorted.length,
      page_rows: pageRows,
      filters: await nameFilters(question),
      budgets: await readUsageBudgets(question),
    }
    return Response.json(body, { headers: { 'cache-control': 'no-store' } })
  })
}

async function readByTime(question: UsageQuestion): Promise<Parts> {
  const { member, filter, grain, from, to, slots } = question
  const { usage } = await store()
  const asked = { from, to, grain, filter, by: null, withTimes: true }
  const rows = await usage.course(member.teamId, asked)
  return {
    totals: toUsageSums(addUsageRows(rows, () => '')[0] ?? noUsage),
    course: { names: [null], points: toCourse(question, rows).points },
    rows: toSlotRows(slots, rows),
  }
}

async function readByGroup(question: UsageQuestion, by: Parameters<typeof readCourse>[1]): Promise<Parts> {
  const groups = await readUsageGroups(question, by, question)
  const { values, points } = await readCourse(question, by, groups)
  const names = await nameUsageGroups(
    question.keys,
    by,
    groups.map(row => row.value),
  )
  return {
    totals: toUsageSums(addUsageRows(groups, () => '')[0] ?? noUsage),
    course: {
      names: values.map(value => (value === null ? null : (names.get(value)?.name ?? value))),
      points,
    },
    rows: groups.map(row => ({
      id: row.value,
      name: names.get(row.value)?.name ?? row.value,
      detail: names.get(row.value)?.detail ?? null,
      ...toUsageSums(row),
    })),
  }
}

async function nameFilters({ keys, query }: UsageQuestion): Promise<UsageAnswer['filters']> {
  const fields = usageFilterSchema.keyof().options
  const set = fields.flatMap(field => (query[field] === undefined ? [] : [{ field, value: query[field] }]))
  return Promise.all(
    set.map(async ({ field, value }) => {
      const names = await nameUsageGroups(keys, field, [value])
      return { field, name: names.get(value)?.name ?? value }
    }),
  )
}
