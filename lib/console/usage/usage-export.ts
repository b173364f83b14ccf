import 'server-only'
import { toCsvLine } from '#lib/client/csv-cell.ts'
import type { UsageSums } from '#lib/contracts/console/usage.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { store } from '#lib/console/core/store.ts'
import { toDownload } from '#lib/console/http/to-download.ts'
import { type GroupDimension, nameUsageGroups, readUsageGroups } from './usage-groups.ts'
import { readUsageQuestion, type UsageQuestion } from './usage-question.ts'
import { toUsageSums } from './usage-view.ts'

/** The requested usage as a file: one line per day or hour and group with requests. Audited. */
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
} satisfies Record<string, (sums: UsageSums) => number | null>

async function* toCsv(question: UsageQuestion): AsyncGenerator<string> {
  const { query, unit, zone, slots } = question
  const by = query.by === 'time' ? null : query.by
  const apart = by === null ? [] : [`${by}_id`, by]
  yield toCsvLine([unit, 'zone', ...apart, ...Object.keys(figures)])
  // Slot by slot, so that a year of a thousand keys is never in memory at once.
  for (const slot of slots) {
    const lines = await readSlot(question, by, slot)
    yield lines.map(cells => toCsvLine([slot.label, zone, ...cells])).join('')
  }
}

async function readSlot(
  question: UsageQuestion,
  by: GroupDimension | null,
  slot: { from: number; to: number },
): Promise<string[][]> {
  if (by === null) {
    const { usage } = await store()
    const { filter, member } = question
    const rows = await usage.sums(member.teamId, { ...slot, filter, by: null, withTimes: true })
    return rows.map(row => toCells(toUsageSums(row)))
  }
  const rows = await readUsageGroups(question, by, { ...slot, withTimes: true })
  const names = await nameUsageGroups(
    question.keys,
    by,
    rows.map(row => row.value),
  )
  return rows.map(row => [row.value, names.get(row.value)?.name ?? '', ...toCells(toUsageSums(row))])
}

function toCells(sums: UsageSums): string[] {
  return Object.values(figures).map(figure => String(figure(sums) ?? ''))
}
