import 'server-only'
import { toCsvLine } from '#lib/client/csv-cell.ts'
import type { UsageSums, UsageTimes } from '#lib/contracts/console/usage.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { store } from '#lib/console/core/store.ts'
import { toDownload } from '#lib/console/http/to-download.ts'
import type { UsageRow } from '#lib/store/usage/usage-rows.ts'
import {
  filterOfGroup,
  type GroupDimension,
  isOfOneCapability,
  nameUsageGroups,
  readUsageGroups,
} from './usage-groups.ts'
import { readUsageQuestion, type UsageQuestion } from './usage-question.ts'
import { toUsageSums, toUsageTimes } from './usage-view.ts'

/** The requested usage as a file: one line per day or hour, capability and group with requests. Audited. */
export function exportUsage(request: Request): Promise<Response> {
  return answer(request, async () => {
    const question = await readUsageQuestion(request)
    const { member, scope, query } = question
    const { audit } = await store()
    const { from, to, by, zone } = query
    const after = { scope, by, from: new Date(from).toISOString(), to: new Date(to).toISOString(), zone }
    await audit.append(member.teamId, toActor(member, request), {
      action: 'usage.export',
      target: member.teamId,
      after,
    })
    return toDownload(toCsv(question), { name: 'sextant-usage.csv', type: 'text/csv; charset=utf-8' })
  })
}

const figures = {
  requests: sums => sums.requests,
  refused: sums => sums.refused,
  failed: sums => sums.failed,
  abandoned: sums => sums.abandoned,
  prompt_tokens: sums => sums.prompt_tokens,
  completion_tokens: sums => sums.completion_tokens,
  cost_usd: sums => sums.cost_usd,
  total_p50_ms: sums => sums.total_ms?.p50 ?? null,
  total_p95_ms: sums => sums.total_ms?.p95 ?? null,
  total_p99_ms: sums => sums.total_ms?.p99 ?? null,
  first_p50_ms: sums => sums.first_ms?.p50 ?? null,
  first_p95_ms: sums => sums.first_ms?.p95 ?? null,
  first_p99_ms: sums => sums.first_ms?.p99 ?? null,
  cache_read_tokens: sums => sums.cache_read_tokens,
  unpriced_requests: sums => sums.unpriced,
} satisfies Record<string, (sums: UsageSums & UsageTimes) => number | null>

async function* toCsv(question: UsageQuestion): AsyncGenerator<string> {
  const { query, unit, zone, slots } = question
  const by = query.by === 'time' ? null : query.by
  const apart = by === null ? [] : [`${by}_id`, by]
  const capability = by === 'capability' ? [] : ['capability']
  yield toCsvLine([unit, 'zone', ...capability, ...apart, ...Object.keys(figures)])
  // Slot by slot, so that a year of a thousand keys is never in memory at once.
  for (const slot of slots) {
    const lines = await readSlot(question, by, slot)
    yield lines.map(cells => toCsvLine([slot.label, zone, ...cells])).join('')
  }
}

/** The lines of a slot. They are apart per capability, because durations of several have no common percentile. */
async function readSlot(
  question: UsageQuestion,
  by: GroupDimension | null,
  slot: { from: number; to: number },
): Promise<string[][]> {
  const { query, filter } = question
  if (by === 'capability') return readGroups(question, by, slot)
  const ids = isOfOneCapability(query) ? [query.capability ?? ''] : await readCapabilities(question, slot)
  const lines: string[][] = []
  for (const id of ids) {
    const narrowed = { ...question, filter: filterOfGroup(filter, 'capability', id) }
    const found = by === null ? await readSums(narrowed, slot) : await readGroups(narrowed, by, slot)
    lines.push(...found.map(cells => [id, ...cells]))
  }
  return lines
}

async function readCapabilities(
  question: UsageQuestion,
  slot: { from: number; to: number },
): Promise<readonly string[]> {
  const rows = await readUsageGroups(question, 'capability', { ...slot, withTimes: false })
  return rows.map(row => row.value).toSorted()
}

async function readSums(
  { filter, member }: UsageQuestion,
  slot: { from: number; to: number },
): Promise<string[][]> {
  const { usage } = await store()
  const rows = await usage.sums(member.teamId, { ...slot, filter, by: null, withTimes: true })
  return rows.map(toCells)
}

async function readGroups(
  question: UsageQuestion,
  by: GroupDimension,
  slot: { from: number; to: number },
): Promise<string[][]> {
  const rows = await readUsageGroups(question, by, { ...slot, withTimes: true })
  const names = await nameUsageGroups(
    question.keys,
    by,
    rows.map(row => row.value),
  )
  return rows.map(row => [row.value, names.get(row.value)?.name ?? '', ...toCells(row)])
}

function toCells(row: UsageRow): string[] {
  const sums = { ...toUsageSums(row), ...toUsageTimes(row) }
  return Object.values(figures).map(figure => String(figure(sums) ?? ''))
}
