import type { Catalog } from '#lib/prices/catalog.ts'
import type { CatalogEntry } from '#lib/prices/catalog-schema.ts'
import type { PriceInForce } from '#lib/prices/price.ts'
import type { Config } from '#lib/config.ts'
import type { Command } from '#lib/commands/command.ts'
import { toTable } from '#lib/commands/to-table.ts'
import { withStore } from '#lib/commands/with-store.ts'
import { adviseUpdate, catalogInUse } from './catalog-in-use.ts'
import { toDollars } from './to-dollars.ts'

const dayMs = 86_400_000
const unpricedDays = 30

export const pricesList: Command = {
  takes: '',
  summary: 'List the prices of the catalog, or models without a price that answered requests.',
  options: {
    vendor: { type: 'string', value: 'ID', description: 'Only models of this vendor, such as openai' },
    unpriced: {
      type: 'boolean',
      description: `Models without a price that answered requests in the last ${unpricedDays} days`,
    },
    json: { type: 'boolean', description: 'Print JSON, for scripts' },
  },
  positionals: 0,

  async run({ config, terminal, options }) {
    const asJson = options['json'] === true
    if (options['unpriced'] === true) return terminal.say(await listUnpriced(config, asJson))
    const { vendor } = options
    const catalog = await withStore(config, catalogInUse)
    terminal.say(listCatalog(catalog, typeof vendor === 'string' ? vendor : null, asJson))
  },
}

function listCatalog(catalog: Catalog, vendor: string | null, asJson: boolean): string {
  const all = catalog.list().filter(({ entry }) => vendor === null || entry.id.startsWith(`${vendor}/`))
  if (all.length === 0) {
    const vendors = new Set(catalog.list().map(({ entry }) => entry.id.slice(0, entry.id.indexOf('/'))))
    throw new Error(`The catalog has no models of "${vendor}". Its vendors: ${[...vendors].join(', ')}.`)
  }
  const now = Date.now()
  if (asJson) {
    return JSON.stringify(
      all.map(({ entry, price }) => ({ ...entry, inForce: price.at(now)?.rates ?? null })),
    )
  }
  const rows = all.map(({ entry, price }) => toCells(entry, price.at(now)))
  const head = ['MODEL', 'TYPE', 'INPUT', 'CACHED', 'OUTPUT', 'OTHER', 'NOTE']
  const advice = adviseUpdate(catalog.made, now)
  const date = `US dollars per million tokens. Catalog of ${catalog.made}.`
  return `${toTable([head, ...rows])}\n\n${date}${advice === null ? '' : `\n${advice}`}`
}

function toCells({ id, kind, disputed, retires }: CatalogEntry, price: PriceInForce | undefined): string[] {
  const rates = price?.rates ?? {}
  const note = [disputed === true && 'sources disagree', retires !== undefined && `retires ${retires}`]
  return [
    id,
    kind,
    toDollars(rates.input),
    toDollars(rates.cacheRead),
    toDollars(rates.output),
    otherOf(rates),
    note.filter(part => part !== false).join(', '),
  ]
}

const others = [
  ['audio', 'h'],
  ['searchUnit', '1,000 searches'],
  ['webSearch', '1,000 web searches'],
  ['request', '1,000 requests'],
] as const

function otherOf(rates: PriceInForce['rates']): string {
  return others
    .flatMap(([unit, per]) => (rates[unit] === undefined ? [] : [`${toDollars(rates[unit])}/${per}`]))
    .join(', ')
}

async function listUnpriced(config: Config, asJson: boolean): Promise<string> {
  const now = Date.now()
  const rows = await withStore(config, async store => {
    const { teamId } = await store.teams.openModeOwner()
    const bill = await store.bills.sum(teamId, { from: now - unpricedDays * dayMs, to: now })
    return bill.filter(({ costSource }) => costSource === 'unpriced')
  })
  if (asJson) return JSON.stringify(rows)
  if (rows.length === 0) return `All requests of the last ${unpricedDays} days have a price.`
  const cells = rows.map(row => [
    row.model ?? '–',
    row.provider ?? '–',
    String(row.requests),
    String(row.promptTokens),
    String(row.completionTokens),
  ])
  const table = toTable([['MODEL', 'PROVIDER', 'REQUESTS', 'TOKENS IN', 'TOKENS OUT'], ...cells])
  return `${table}\n\nTheir cost is not counted. Set a price in the console under Models, or priceOf in sextant.yaml.`
}
