import type { Config } from '#lib/config.ts'
import { findRecordedPrice, type RecordedPrice } from '#lib/prices/recorded-price.ts'
import { isUnit, perOf, type UnitCounts } from '#lib/prices/units.ts'
import type { Store } from '#lib/store/core/store.ts'
import { splitCharges } from '#lib/store/requests/charged-parts.ts'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import type { Command } from '#lib/commands/command.ts'
import { toTable } from '#lib/commands/to-table.ts'
import { withStore } from '#lib/commands/with-store.ts'
import { catalogMadeOn } from './catalog-in-use.ts'
import { toDollars } from './to-dollars.ts'

export const pricesExplain: Command = {
  takes: '<request id>',
  summary: 'Explain the cost of a request in the log: each unit, its rate and where that comes from.',
  options: {},
  positionals: 1,

  async run({ config, terminal, positionals: [id = ''] }) {
    terminal.say(
      await withStore(config, async store => {
        const { teamId } = await store.teams.openModeOwner()
        const row = await store.requests.get(teamId, id)
        if (row === null) {
          throw new Error(`The log has no request "${id}". Requests are logged when they end, and expire.`)
        }
        return explain(row, await findPrice(row, config, store, teamId))
      }),
    )
  },
}

const sources: Readonly<Record<string, string>> = {
  reported: 'reported by the provider',
  operator: 'a price set by an admin',
  catalog: 'the price catalog',
  free: 'none: the model is free',
  unpriced: 'none: the model has no price, so that its cost is not counted',
  mixed: 'several, of the models and search backends that answered parts of it',
}

function explain(row: RequestRow, found: RecordedPrice | null): string {
  const { id, answeredBy, model, provider, costSource, priceRef, costNanos, startedAt } = row
  const facts = [
    ['Request:', id],
    ['Time:', new Date(startedAt).toISOString()],
    ['Model:', `${answeredBy ?? model ?? '–'} (${provider ?? 'no provider'})`],
    ['Source:', sourceOf(row)],
    ...(priceRef === null ? [] : [['Price:', priceRef]]),
    ['Cost:', costSource === 'unpriced' && costNanos === 0 ? 'unknown' : toDollars(costNanos / 1e9)],
  ]
  return [toTable(facts), ...explainUnits(row, found), ...explainAttempts(row), ...notesOf(row)].join('\n\n')
}

function sourceOf({ costSource, priceRef }: RequestRow): string {
  if (costSource === null) return 'not recorded'
  if (priceRef === 'estimate') return 'an estimate: the model has no price, and the provider reported no cost'
  return sources[costSource] ?? costSource
}

/** The cost of each attempt, where several are billed. */
function explainAttempts(row: RequestRow): string[] {
  const parts = splitCharges(row, row.answeredBy ?? row.model) ?? []
  if (parts.length < 2) return []
  const rows = parts.map(({ model, provider, priceRef, costNanos }) => [
    `${model ?? '–'} (${provider ?? 'no provider'})`,
    priceRef ?? '–',
    toDollars(costNanos / 1e9),
  ])
  return [toTable([['BILLED', 'PRICE', 'AMOUNT'], ...rows])]
}

function explainUnits({ units, costSource, costNanos }: RequestRow, found: RecordedPrice | null): string[] {
  if (units === null) return []
  const counts = toCounts(units)
  if (found === null) {
    const rows = Object.entries(counts).map(([unit, count]) => [unit, String(count)])
    return [toTable([['UNIT', 'COUNT'], ...rows])]
  }
  const lines = found.price.explain(counts, found.tier)
  const rows = lines.map(({ unit, count, usd, nanos }) => [
    unit,
    String(count),
    `${toDollars(usd)} per ${perOf(unit)}`,
    toDollars(nanos / 1e9),
  ])
  const sum = Math.ceil(Number(lines.reduce((total, { nanos }) => total + nanos, 0).toFixed(3)))
  const table = toTable([['UNIT', 'COUNT', 'RATE', 'AMOUNT'], ...rows])
  if (costSource === 'reported')
    return [table, 'By the price it would cost this. The report of the provider applies.']
  // Each response of a request is rounded up on its own.
  return Math.abs(sum - costNanos) <= lines.length
    ? [table]
    : [
        table,
        `These rates give ${toDollars(sum / 1e9)}: the price has changed since. The cost stays as it was.`,
      ]
}

function toCounts(units: Readonly<Record<string, number>>): UnitCounts {
  return Object.fromEntries(Object.entries(units).filter(([unit]) => isUnit(unit)))
}

function notesOf({ usageEstimated, usageMismatch }: RequestRow): string[] {
  return [
    ...(usageEstimated ? ['The tokens are an estimate: the provider reported none.'] : []),
    ...(usageMismatch
      ? ['The reported usage does not add up. The larger of its total and its parts is charged.']
      : []),
  ]
}

/** The price that a row names; null: none, or no longer known. */
async function findPrice(
  { priceRef, provider, startedAt }: RequestRow,
  config: Config,
  store: Store,
  teamId: string,
): Promise<RecordedPrice | null> {
  const [{ settings }, providers] = await Promise.all([
    store.modelSetup.read(teamId),
    store.providers.list(teamId),
  ])
  const kept = {
    catalogMadeOn: (day: string) => catalogMadeOn(store, day),
    operatorPrice: (ref: string) => store.operatorPrices.find(ref),
  }
  const find = await findRecordedPrice(priceRef, provider, { ...kept, config, settings, providers })
  return find(startedAt)
}
