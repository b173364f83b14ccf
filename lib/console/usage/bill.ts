import 'server-only'
import { toCsvLine } from '#lib/client/csv-cell.ts'
import { billQuerySchema } from '#lib/contracts/console/usage.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { answer } from '#lib/console/http/answer.ts'
import { parseFields } from '#lib/console/http/read-body.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import { toDownload } from '#lib/console/http/to-download.ts'
import type { BillLine } from '#lib/store/requests/bills.ts'

/** The requests to providers in a month of UTC as CSV: a line for each provider, model and price. Audited. */
export function exportBill(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('Usage is managed')
    const member = await requireMember(request, 'see_requests')
    const { month } = parseFields(billQuerySchema, Object.fromEntries(new URL(request.url).searchParams))
    const { audit, bills, settings } = await store()
    const { requestDays } = await settings.read(member.teamId)
    const period = toPeriod(month, requestDays, Date.now())
    await audit.append(member.teamId, toActor(member, request), {
      action: 'usage.export',
      target: member.teamId,
      after: { bill: month },
    })
    const lines = await bills.sum(member.teamId, period)
    return toDownload(toCsv(lines, period), {
      name: `sextant-bill-${month}.csv`,
      type: 'text/csv; charset=utf-8',
    })
  })
}

interface Period {
  readonly from: number
  readonly to: number
}

const dayMs = 86_400_000

/**
 * The part of the month that the request log has by now, in whole days.
 * @param requestDays days that it keeps rows; null: forever
 */
export function toPeriod(month: string, requestDays: number | null, now: number): Period {
  const from = Date.parse(`${month}-01T00:00:00Z`)
  const start = new Date(from)
  const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs
  const to = Math.max(from, Math.min(end, tomorrow))
  if (requestDays === null) return { from, to }
  const keptSince = Math.ceil((now - requestDays * dayMs) / dayMs) * dayMs
  return { from: Math.min(to, Math.max(from, keptSince)), to }
}

const columns: Readonly<Record<string, (line: BillLine) => string | number | null>> = {
  provider: line => line.provider,
  model: line => line.model,
  cost_source: line => line.costSource,
  price_ref: line => line.priceRef,
  requests: line => line.requests,
  input_tokens: line => line.promptTokens,
  cache_read_tokens: line => line.cacheReadTokens,
  cache_write_tokens: line => line.cacheWriteTokens,
  output_tokens: line => line.completionTokens,
  reasoning_tokens: line => line.reasoningTokens,
  audio_seconds: line => line.audioMs / 1000,
  search_units: line => line.searchUnits,
  web_searches: line => line.webSearches,
  searches: line => line.searches,
  // Without a price the cost is unknown, not zero.
  cost_usd: line => (line.costSource === 'unpriced' && line.costNanos === 0 ? null : line.costNanos / 1e9),
}

async function* toCsv(lines: readonly BillLine[], { from, to }: Period): AsyncGenerator<string> {
  const days = [toDay(from), toDay(Math.max(from, to - dayMs))]
  yield toCsvLine(['from', 'to', ...Object.keys(columns)])
  for (const line of lines) yield toCsvLine([...days, ...Object.values(columns).map(read => read(line))])
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
