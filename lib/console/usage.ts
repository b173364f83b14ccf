import 'server-only'
import { type UsageAnswer, usageFilterSchema } from '#lib/contracts/team/usage.ts'
import { addUsageRows } from '#lib/store/add-usage-rows.ts'
import { answer } from './answer.ts'
import { store } from './settings.ts'
import { readUsageBudgets } from './usage-budgets.ts'
import { readUsageByGroup } from './usage-by-group.ts'
import { toCourse } from './usage-course.ts'
import { nameUsageGroups } from './usage-groups.ts'
import { readUsageQuestion, type UsageQuestion } from './usage-question.ts'
import { sortUsageRows, toSlotRows, toUsagePage, usagePageRows } from './usage-rows.ts'
import { toZoneShift } from './usage-slots.ts'
import { noUsage, toUsageSums } from './usage-view.ts'

/** What a period had, in total, over time, and told apart as asked, a page at a time. */
export function readUsage(request: Request): Promise<Response> {
  return answer(request, async () => {
    const question = await readUsageQuestion(request)
    const { query, scope, seesAll, unit, zone, from } = question
    const parts = await (query.by === 'time' ? readByTime(question) : readUsageByGroup(question, query.by))
    const body: UsageAnswer = {
      scope,
      by: query.by,
      measure: query.measure,
      you_see_all: seesAll,
      unit,
      zone,
      zone_shift_minutes: toZoneShift(zone, from),
      ...parts,
      page_rows: usagePageRows,
      filters: await nameFilters(question),
      budgets: await readUsageBudgets(question),
    }
    return Response.json(body)
  })
}

async function readByTime(question: UsageQuestion) {
  const { member, query, filter, grain, from, to, slots } = question
  const { usage } = await store()
  const asked = { from, to, grain, filter, by: null, withTimes: true }
  const rows = await usage.course(member.teamId, asked)
  return {
    totals: toUsageSums(addUsageRows(rows, () => '')[0] ?? noUsage),
    course: { names: [null], points: toCourse(question, rows).points },
    rows: toUsagePage(sortUsageRows(toSlotRows(slots, rows), query), query.page),
    row_count: slots.length,
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
