import 'server-only'
import { usedShare } from '#lib/contracts/console/budgets.ts'
import {
  type UsageAnswer,
  usageFilterSchema,
  type UsageRowView,
  type UsageQuery,
} from '#lib/contracts/console/usage.ts'
import { addUsageRows } from '#lib/store/usage/add-usage-rows.ts'
import { answer } from '#lib/console/http/answer.ts'
import { store } from '#lib/console/core/store.ts'
import {
  nameUsageGroups,
  filterOfGroup,
  type GroupDimension,
  isOfOneCapability,
  readUsageGroups,
} from './usage-groups.ts'
import { readUsageQuestion, type UsageQuestion } from './usage-question.ts'
import { toZoneShift, type UsageSlot } from './usage-slots.ts'
import { toBillMonths } from './bill.ts'
import { noUsage, toUsageSums, toUsageTimes } from './usage-view.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { toBudgetView } from '#lib/console/keys/budget-view.ts'
import type { UsageRow } from '#lib/store/usage/usage-rows.ts'
import type { UsageSort, UsageMeasure } from '#lib/contracts/console/usage-labels.ts'

/** Usage of a period: total, over time and by group, paginated. */
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
      latency: await readLatency(question),
      page_rows: usagePageRows,
      filters: await nameFilters(question),
      budgets: await readUsageBudgets(question),
      bill_months: await readBillMonths(question),
      keys_near_budget: await readKeysNearBudget(question),
    }
    return Response.json(body)
  })
}

async function readByTime(question: UsageQuestion) {
  const { member, query, filter, grain, from, to, slots } = question
  const { usage } = await store()
  const asked = { from, to, grain, filter, by: null, withTimes: isOfOneCapability(query) }
  const rows = await usage.course(member.teamId, asked)
  return {
    totals: toUsageSums(addUsageRows(rows, () => '')[0] ?? noUsage),
    course: { names: [null], points: toCourse(question, rows).points },
    rows: toUsagePage(sortUsageRows(toSlotRows(slots, rows), query), query.page),
    row_count: slots.length,
  }
}

async function readLatency({ member, filter, from, to }: UsageQuestion): Promise<UsageAnswer['latency']> {
  const { usage } = await store()
  const rows = await usage.sums(member.teamId, { from, to, filter, by: 'capability', withTimes: true })
  return rows
    .toSorted((one, other) => other.requests - one.requests)
    .flatMap(row => {
      const { total_ms, first_ms } = toUsageTimes(row)
      return total_ms === null ? [] : [{ capability: row.value, requests: row.requests, total_ms, first_ms }]
    })
}

async function readBillMonths({ member, seesAll }: UsageQuestion): Promise<string[]> {
  if (!seesAll) return []
  const { settings, teams } = await store()
  const [{ requestDays }, createdAt] = await Promise.all([
    settings.read(member.teamId),
    teams.createdAt(member.teamId),
  ])
  return toBillMonths(createdAt, requestDays, Date.now())
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

const budgetsMax = 20

/** Spending of the team's budget, or of the budgets of own keys. */
async function readUsageBudgets({ member, scope, keys }: UsageQuestion): Promise<UsageAnswer['budgets']> {
  const { budgets } = await store()
  const { team, byId } = await budgets.list(member.teamId)
  if (scope === 'team') return team ? [{ name: 'The team', ...toBudgetView(team) }] : []
  return keys
    .filter(key => key.ownerId === member.userId && key.revokedAt === null)
    .flatMap(key => {
      const budget = key.budgetId === null ? undefined : byId.get(key.budgetId)
      return budget ? [{ name: `API key ${key.name}`, ...toBudgetView(budget) }] : []
    })
    .slice(0, budgetsMax)
}

const nearShare = 0.8

/** The keys of the team that have used most of their budgets, for those who see all keys. */
async function readKeysNearBudget({
  member,
  scope,
  keys,
}: UsageQuestion): Promise<UsageAnswer['keys_near_budget']> {
  if (scope !== 'team' || !may(member.role, 'manage_people')) return null
  const { byId } = await (await store()).budgets.list(member.teamId)
  const near = keys
    .filter(key => key.revokedAt === null && key.kind === 'api')
    .flatMap(({ name, budgetId }) => {
      const budget = byId.get(budgetId ?? '')
      if (budget === undefined) return []
      return [{ name, share: usedShare(toBudgetView(budget)) }]
    })
    .filter(({ share }) => share >= nearShare)
    .toSorted((one, other) => other.share - one.share)
  const [first] = near
  return first === undefined ? null : { count: near.length, ...first }
}

/** Usage by a dimension other than time: all groups are sorted, one page is returned. */
async function readUsageByGroup(
  question: UsageQuestion,
  by: GroupDimension,
): Promise<Pick<UsageAnswer, 'totals' | 'course' | 'rows' | 'row_count'>> {
  const { query, keys } = question
  const isOfKeys = by === 'key' || by === 'member'
  const isByTimes = /^(total|first)_/.test(query.sort ?? '')
  // Durations are most of the data: for a thousand keys they are summed only if they decide the order.
  const timed = isOfOneCapability(query)
  const withTimes = timed && (!isOfKeys || isByTimes)
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
    ...toUsageTimes(row),
  }))
  const shown = toUsagePage(sortUsageRows(rows, query), query.page)
  return {
    totals: toUsageSums(addUsageRows(groups, () => '')[0] ?? noUsage),
    course: {
      names: values.map(value => (value === null ? null : (names.get(value)?.name ?? value))),
      points,
    },
    rows: timed && !withTimes ? await addTimes(question, by, shown) : shown,
    row_count: rows.length,
  }
}

async function addTimes(
  question: UsageQuestion,
  by: GroupDimension,
  rows: readonly UsageRowView[],
): Promise<UsageRowView[]> {
  const timed = by === 'member' ? await readMembers(question, rows) : await readKeys(question, rows)
  const byValue = new Map(timed.map(row => [row.value, toUsageTimes(row)]))
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

// One by one: for a member with most of the keys, the total minus the others' is smaller to read.
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

const usagePageRows = 50

/** The rows of a page, starting at 1. */
function toUsagePage(rows: readonly UsageRowView[], page: number): UsageRowView[] {
  return rows.slice((page - 1) * usagePageRows, page * usagePageRows)
}

/** Sums per day or hour, including empty ones; rows are hours or UTC days. */
function toSlotRows(slots: readonly UsageSlot[], rows: readonly UsageRow[]): UsageRowView[] {
  const labels = rows.map(({ start }) => slots.findLast(({ from }) => from <= start)?.label ?? '')
  const values = rows.map((row, at) => ({ ...row, value: labels[at] ?? '' }))
  const byLabel = new Map(addUsageRows(values, row => row.value).map(row => [row.value, row]))
  return slots.map(({ label }) => ({
    id: label,
    name: label,
    detail: null,
    ...toUsageSums(byLabel.get(label) ?? noUsage),
    ...toUsageTimes(byLabel.get(label) ?? noUsage),
  }))
}

/** In the requested order; default: the latest day, or the most requests, first. */
function sortUsageRows(
  rows: readonly UsageRowView[],
  { by, sort = by === 'time' ? 'name' : 'requests', down = 'true' }: UsageQuery,
): UsageRowView[] {
  const sign = down === 'true' ? -1 : 1
  if (sort === 'name') return rows.toSorted((one, other) => sign * byText(one.name, other.name))
  const value = columns[sort]
  return rows.toSorted(
    // Unknown values come last in either direction.
    (one, other) =>
      Number(value(one) === null) - Number(value(other) === null) ||
      sign * ((value(one) ?? 0) - (value(other) ?? 0)) ||
      byText(one.name, other.name),
  )
}

const columns: Record<Exclude<UsageSort, 'name'>, (row: UsageRowView) => number | null> = {
  requests: row => row.requests,
  errors: row => row.refused + row.failed,
  prompt_tokens: row => row.prompt_tokens,
  completion_tokens: row => row.completion_tokens,
  cost_usd: row => row.cost_usd,
  total_p50: row => row.total_ms?.p50 ?? null,
  total_p95: row => row.total_ms?.p95 ?? null,
  total_p99: row => row.total_ms?.p99 ?? null,
  first_p50: row => row.first_ms?.p50 ?? null,
  first_p95: row => row.first_ms?.p95 ?? null,
  first_p99: row => row.first_ms?.p99 ?? null,
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** More series are unreadable in a chart. */
const namesMax = 6

type Course = {
  readonly values: readonly (string | null)[]
  readonly points: UsageAnswer['course']['points']
}

/** The metric over time, in total: rows are hours or days. */
function toCourse({ slots, query }: UsageQuestion, rows: readonly UsageRow[]): Course {
  const sums = sumOfSlots(slots, rows, query.measure)
  return { values: [null], points: slots.map(({ label }, at) => ({ label, values: [sums[at] ?? 0] })) }
}

/** The metric over time for each of the largest groups, and for the sum of the rest. */
async function readCourse(
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
