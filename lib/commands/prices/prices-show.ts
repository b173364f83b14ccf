import type { CatalogModel } from '#lib/prices/catalog.ts'
import type { PricePeriod, PriceTier, UsdRates } from '#lib/prices/price-schema.ts'
import { isUnit, perOf } from '#lib/prices/units.ts'
import type { Command } from '#lib/commands/command.ts'
import { toTable } from '#lib/commands/to-table.ts'
import { withStore } from '#lib/commands/with-store.ts'
import { catalogInUse } from './catalog-in-use.ts'

export const pricesShow: Command = {
  takes: '<vendor/model>',
  summary: 'Show the price of a model in the catalog, with its history, tiers and source.',
  options: { json: { type: 'boolean', description: 'Print JSON, for scripts' } },
  positionals: 1,

  async run({ config, terminal, positionals: [name = ''], options }) {
    const catalog = await withStore(config, catalogInUse)
    const model = catalog.find(name)
    if (model === null) throw new Error(unknown(name, catalog.list()))
    terminal.say(options['json'] === true ? JSON.stringify(model.entry) : describe(model, catalog.made))
  },
}

function describe({ entry }: CatalogModel, made: string): string {
  const { id, kind, match, dated, context, maxOutput, retires, disputed, source } = entry
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Model', id],
    ['Type', kind],
    ['Names', `${match.join(', ')}${dated === true ? ', also with the date of a snapshot' : ''}`],
    ['Context', context === undefined ? undefined : `${context} tokens`],
    ['Answer', maxOutput === undefined ? undefined : `at most ${maxOutput} tokens`],
    ['Retires', retires],
    ['Source', source],
    ['Catalog', `of ${made}${disputed === true ? '; its sources disagree about this price' : ''}`],
  ]
  const lines = facts.flatMap(([name, value]) => (value === undefined ? [] : [[`${name}:`, value]]))
  // The newest first.
  const prices = entry.prices.toReversed().flatMap(period => describePeriod(period))
  return `${toTable(lines)}\n\n${prices.join('\n\n')}`
}

function describePeriod(period: PricePeriod): string[] {
  const since = period.from === null ? 'Price' : `Price from ${period.from}`
  const tiers = Object.entries(period.tiers ?? {}).flatMap(([tier, price]) =>
    describeTier(`${since}, service tier ${tier}`, price),
  )
  const hours = (period.hours ?? []).map(
    ({ days, utc, usd }) => `${since}, ${utc.join(' and ')} UTC on ${toDays(days)}\n${toRates(usd)}`,
  )
  return [...describeTier(since, period), ...tiers, ...hours]
}

function describeTier(name: string, { usd, above = {} }: PriceTier): string[] {
  const steps = Object.entries(above).map(
    ([tokens, rates]) => `${name}, prompts of more than ${tokens} tokens\n${toRates({ ...usd, ...rates })}`,
  )
  return [`${name}\n${toRates(usd)}`, ...steps]
}

function toRates(usd: UsdRates): string {
  const rows = Object.entries(usd).map(([unit, amount]) => [
    `  ${unit}`,
    `$${amount} per ${isUnit(unit) ? perOf(unit) : unit}`,
  ])
  return toTable(rows)
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function toDays(days: readonly number[]): string {
  return days.map(day => dayNames[day - 1]).join(', ')
}

const similarMax = 5

function unknown(name: string, all: readonly CatalogModel[]): string {
  const part = name.slice(name.indexOf('/') + 1).toLowerCase()
  const similar = all.map(({ entry }) => entry.id).filter(id => part !== '' && id.includes(part))
  const advice =
    similar.length === 0
      ? 'List all with: npm run -s sextant -- prices list'
      : `Similar: ${similar.slice(0, similarMax).join(', ')}`
  return `The catalog has no price of "${name}". ${advice}`
}
