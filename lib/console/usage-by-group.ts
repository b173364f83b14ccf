import 'server-only'
import type { UsageAnswer, UsageRowView } from '#lib/contracts/team/usage.ts'
import { addUsageRows } from '#lib/store/add-usage-rows.ts'
import type { UsageRow } from '#lib/store/usage-rows.ts'
import { store } from './settings.ts'
import { readCourse } from './usage-course.ts'
import { filterOfGroup, type GroupDimension, nameUsageGroups, readUsageGroups } from './usage-groups.ts'
import type { UsageQuestion } from './usage-question.ts'
import { sortUsageRows, toUsagePage } from './usage-rows.ts'
import { noUsage, toUsageSums } from './usage-view.ts'

/** The period told apart by something else than time: all groups are sorted, one page of them is answered. */
export async function readUsageByGroup(
  question: UsageQuestion,
  by: GroupDimension,
): Promise<Pick<UsageAnswer, 'totals' | 'course' | 'rows' | 'row_count'>> {
  const { query, keys } = question
  const isOfKeys = by === 'key' || by === 'member'
  const isByTimes = /^(total|first)_/.test(query.sort ?? '')
  // Times are most of what is read: those of a thousand keys are added up where they decide the order alone.
  const withTimes = !isOfKeys || isByTimes
  const groups = await readUsageGroups(question, by, { ...question, withTimes })
  const { values, points } = await readCourse(question, by, groups)
  const names = await nameUsageGroups(
    keys,
    by,
    groups.map(row => row.value),
  )
  const rows = groups.map(row => ({
    id: row.value,
    name: names.get(row.value)?.name ?? row.value,
    detail: names.get(row.value)?.detail ?? null,
    ...toUsageSums(row),
  }))
  const shown = toUsagePage(sortUsageRows(rows, query), query.page)
  return {
    totals: withTimes
      ? toUsageSums(addUsageRows(groups, () => '')[0] ?? noUsage)
      : await readTotals(question),
    course: {
      names: values.map(value => (value === null ? null : (names.get(value)?.name ?? value))),
      points,
    },
    rows: withTimes ? shown : await addTimes(question, by, shown),
    row_count: rows.length,
  }
}

async function readTotals({ member, filter, from, to }: UsageQuestion) {
  const { usage } = await store()
  const [all = noUsage] = await usage.sums(member.teamId, { from, to, filter, by: null, withTimes: true })
  return toUsageSums(all)
}

async function addTimes(
  question: UsageQuestion,
  by: GroupDimension,
  rows: readonly UsageRowView[],
): Promise<UsageRowView[]> {
  const timed = by === 'member' ? await readMembers(question, rows) : await readKeys(question, rows)
  const byValue = new Map(timed.map(row => [row.value, toUsageSums(row)]))
  return rows.map(row => {
    const { total_ms, first_ms } = byValue.get(row.id) ?? row
    return { ...row, total_ms, first_ms }
  })
}

async function readKeys(question: UsageQuestion, rows: readonly UsageRowView[]): Promise<UsageRow[]> {
  if (rows.length === 0) return []
  const keyIds = question.filter.keyIds ?? rows.map(({ id }) => id)
  const narrowed = { ...question, filter: { ...question.filter, keyIds } }
  return readUsageGroups(narrowed, 'key', { ...question, withTimes: true })
}

// One by one: of a member with most of the keys the sums of all without the others' are read, which are few.
async function readMembers(
  { member, filter, from, to }: UsageQuestion,
  rows: readonly UsageRowView[],
): Promise<UsageRow[]> {
  const { usage } = await store()
  const timed: UsageRow[] = []
  for (const { id } of rows) {
    const asked = { from, to, filter: filterOfGroup(filter, 'member', id), by: null, withTimes: true }
    const [sums] = await usage.sums(member.teamId, asked)
    if (sums) timed.push({ ...sums, value: id })
  }
  return timed
}
