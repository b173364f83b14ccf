import type { Config } from '#lib/config.ts'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { Price, PriceInForce } from '#lib/prices/price.ts'
import { isUnit, perOf, type UnitCounts } from '#lib/prices/units.ts'
import type { Store } from '#lib/store/core/store.ts'
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

interface FoundPrice {
  readonly price: PriceInForce
  readonly tier: string | null
}

function explain(row: RequestRow, found: FoundPrice | null): string {
  const { id, answeredBy, model, provider, costSource, priceRef, costNanos, startedAt } = row
  const facts = [
    ['Request:', id],
    ['Time:', new Date(startedAt).toISOString()],
    ['Model:', `${answeredBy ?? model ?? '–'} (${provider ?? 'no provider'})`],
    ['Source:', costSource === null ? 'not recorded' : (sources[costSource] ?? costSource)],
    ...(priceRef === null ? [] : [['Price:', priceRef]]),
    ['Cost:', costSource === 'unpriced' && costNanos === 0 ? 'unknown' : toDollars(costNanos / 1e9)],
  ]
  return [toTable(facts), ...explainUnits(row, found), ...notesOf(row)].join('\n\n')
}

function explainUnits({ units, costSource, costNanos }: RequestRow, found: FoundPrice | null): string[] {
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

/** The price that a row names, as it is today; null: none, or no longer there. */
async function findPrice(
  row: RequestRow,
  config: Config,
  store: Store,
  teamId: string,
): Promise<FoundPrice | null> {
  const named = row.priceRef === null ? null : readRef(row.priceRef)
  if (named === null) return null
  const find = await readPrices(named.made)
  for (const { name, tier } of named.names) {
    const inForce = find(name)?.at(row.startedAt)
    if (inForce !== undefined) return { price: inForce, tier }
  }
  return null

  async function readPrices(made: string | null): Promise<(name: string) => Price | undefined> {
    if (made !== null) {
      const catalog = await catalogMadeOn(store, made)
      return name => catalog.find(name)?.price
    }
    const searches = new Map(
      [...config.search.configured, ...config.search.builtIn].map(each => [`${each.id}/search`, each.price]),
    )
    const { settings } = await store.modelSetup.read(teamId)
    const kind = await findProviderKind(row.provider, config, store, teamId)
    return name => {
      const entry = config.models.find(({ id }) => id === name)
      const configured = entry?.price
      const search = searches.get(name)
      if (typeof search === 'object') return operatorPrice(name, search)
      const given = typeof configured === 'object' ? configured : settings.get(name)?.price
      if (given === undefined || given === null) return undefined
      const upstream = entry?.upstream ?? name.slice(name.indexOf('/') + 1)
      return operatorPrice(name, given, { vendor: kind, name: entry?.priceOf ?? `${kind}/${upstream}` })
    }
  }
}

/** Of a provider of the configuration or of the console. */
async function findProviderKind(
  id: string | null,
  config: Config,
  store: Store,
  teamId: string,
): Promise<string | undefined> {
  const configured = config.providers.find(provider => provider.id === id)
  if (configured !== undefined) return configured.kind
  const added = await store.providers.list(teamId)
  return added.find(({ purpose, name }) => purpose === 'models' && name === id)?.kind
}

interface NamedPrice {
  /** The day of its catalog; null: a price of the operator. */
  readonly made: string | null
  /** Ways to read the name, the likelier first. */
  readonly names: readonly { readonly name: string; readonly tier: string | null }[]
}

/**
 * `cat:<date>:<model>` or `op:<model>`, with `@<tier>` where a service tier applied. A model's name may have an @ as well,
 * so the whole comes first.
 */
function readRef(ref: string): NamedPrice | null {
  const [, made = null, whole] = /^(?:cat:(\d{4}-\d\d-\d\d):|op:)(.+)$/.exec(ref) ?? []
  if (whole === undefined) return null
  const [, name, tier = null] = /^(.+)@([\w-]+)$/.exec(whole) ?? []
  return { made, names: [{ name: whole, tier: null }, ...(name === undefined ? [] : [{ name, tier }])] }
}
