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
import { findRecordedPrice, type PriceRecords } from '#lib/prices/recorded-price.ts'
import { toUsd } from '#lib/prices/to-usd.ts'
import type { ChargedRequest } from '#lib/store/requests/bills.ts'
import { type BillLine, BillLines } from './bill-lines.ts'
import { readPriceRecords } from './price-records.ts'

/** The requests to providers in a month of UTC as CSV: a line for each provider, model, price, unit and rate. Audited. */
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
    const records = await readPriceRecords(member.teamId)
    const pages = bills.charged(member.teamId, period)
    return toDownload(toCsv(pages, records, period), {
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

const listedMonths = 6

/**
 * The last months that can have a bill, the newest first, such as `2026-11`: not before the team was created, and only
 * those of which the request log still has a day.
 */
export function toBillMonths(createdAt: number, requestDays: number | null, now: number): string[] {
  const today = new Date(now)
  return Array.from({ length: listedMonths }, (_, back) =>
    toMonth(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)),
  ).filter(month => {
    const { from, to } = toPeriod(month, requestDays, now)
    return from < to && month >= toMonth(createdAt)
  })
}

function toMonth(time: number): string {
  return new Date(time).toISOString().slice(0, 7)
}

const columns: Readonly<Record<string, (line: BillLine) => string | number | null>> = {
  provider: line => line.provider,
  model: line => line.model,
  cost_source: line => line.costSource,
  price_ref: line => line.priceRef,
  unit: line => line.unit,
  quantity: line => line.quantity,
  rate_usd: line => (line.rateNanos === null ? null : toUsd(line.rateNanos)),
  rate_per: line => line.per,
  // Without a price the cost is unknown, not zero.
  cost_usd: line => (line.costNanos === null ? null : toUsd(line.costNanos)),
  basis: line => line.basis,
}

async function* toCsv(
  pages: AsyncIterable<readonly ChargedRequest[]>,
  records: PriceRecords,
  { from, to }: Period,
): AsyncGenerator<string> {
  const days = [toDay(from), toDay(Math.max(from, to - dayMs))]
  yield toCsvLine(['from', 'to', ...Object.keys(columns)])
  for (const line of await sumLines(pages, records))
    yield toCsvLine([...days, ...Object.values(columns).map(read => read(line))])
}

async function sumLines(
  pages: AsyncIterable<readonly ChargedRequest[]>,
  records: PriceRecords,
): Promise<BillLine[]> {
  const lines = new BillLines()
  const prices = new Map<string, Awaited<ReturnType<typeof findRecordedPrice>>>()
  for await (const page of pages) {
    for (const request of page) {
      const { priceRef, provider, startedAt } = request
      const name = JSON.stringify([priceRef, provider])
      const price = prices.get(name) ?? (await findRecordedPrice(priceRef, provider, records))
      prices.set(name, price)
      lines.add(request, price(startedAt))
    }
  }
  return lines.list()
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
