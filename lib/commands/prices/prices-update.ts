import { createHash } from 'node:crypto'
import { type Command, type CommandInput, UsageError } from '#lib/commands/command.ts'
import { toTable } from '#lib/commands/to-table.ts'
import { withStore } from '#lib/commands/with-store.ts'
import { printCatalog } from '#lib/prices/catalog-schema.ts'
import { planUpdate, type UpdatePlan } from '#lib/prices/update/plan-update.ts'
import type { GivenCatalog } from '#lib/prices/update/read-given.ts'
import { operator } from '#lib/store/team/audit.ts'
import type { Store } from '#lib/store/core/store.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { catalogInUse } from './catalog-in-use.ts'
import { publicAddresses, readCatalogFrom, readCatalogOfSources } from './read-catalog.ts'

const dayMs = 86_400_000

export const pricesUpdate: Command = {
  takes: '',
  summary: 'Update the price catalog from the files of genai-prices and litellm on GitHub.',
  options: {
    from: {
      type: 'string',
      value: 'FILE|URL',
      description: 'Use this catalog in the format of lib/prices/catalog.json instead',
    },
    'older-than': {
      type: 'string',
      value: 'DAYS',
      description: 'Do nothing while the catalog in use is less than so many days old',
    },
    plan: { type: 'boolean', description: 'Print the changes without applying them' },
    accept: {
      type: 'string',
      value: 'LIST',
      description: 'IDs of models whose price may move more than tenfold or has a unit that is not counted',
    },
  },
  positionals: 0,

  async run(input) {
    const { config, terminal, options } = input
    const today = new Date().toISOString().slice(0, 10)
    const accepted = readAccepted(options['accept'])
    const days = readDays(options['older-than'])
    if (days !== null) {
      const { made } = await withStore(config, catalogInUse)
      const ageDays = Math.floor((Date.parse(today) - Date.parse(made)) / dayMs)
      if (ageDays < days) return terminal.say(`The catalog of ${made} is in use. Nothing was changed.`)
    }
    const given = await readGiven(input, today)
    await withStore(config, async store => {
      const current = await catalogInUse(store)
      const plan = planUpdate(current, given, accepted, today)
      const models = current.list().length
      terminal.say(describe(plan, { made: given.made, former: current.made, models }))
      if (options['plan'] === true)
        return terminal.say('\nNothing was changed. Run it without --plan to apply it.')
      const isSame = given.made === current.made && plan.added.length === 0 && plan.changed.length === 0
      if (isSame) return terminal.say('\nThis catalog is already in use. Nothing was changed.')
      await apply(store, plan, given, [...accepted])
      terminal.say('\nUpdated. Running gateways use it within 5 s.')
    })
  },
}

function readAccepted(option: string | boolean | undefined): Set<string> {
  const ids = typeof option === 'string' ? option.split(',').map(id => id.trim()) : []
  if (ids.includes('')) throw new UsageError('--accept needs model IDs, separated by commas.')
  return new Set(ids)
}

/** @returns null: any age */
function readDays(option: string | boolean | undefined): number | null {
  if (typeof option !== 'string') return null
  if (!/^\d{1,4}$/.test(option)) throw new UsageError('--older-than needs a number of days, such as 7.')
  return Number(option)
}

function readGiven({ config, options, signal }: CommandInput, today: string): Promise<GivenCatalog> {
  const reading = { fetch: createSafeFetch({ allowPrivateHosts: config.allowPrivateHosts }), signal }
  const { from } = options
  return typeof from === 'string'
    ? readCatalogFrom(from, reading)
    : readCatalogOfSources(publicAddresses, today, reading)
}

interface Versions {
  readonly made: string
  /** Of the catalog in use. */
  readonly former: string
  readonly models: number
}

function describe(plan: UpdatePlan, { made, former, models }: Versions): string {
  const { moves, added, changed, missing, held } = plan
  const rows = moves.map(({ id, rate, from, to, since }) => [id, rate, toUsd(from), toUsd(to), since ?? ''])
  const table = rows.length === 0 ? [] : [toTable([['MODEL', 'RATE', 'IN USE', 'NEW', 'FROM'], ...rows])]
  const kept = missing.length === 0 ? '' : `, ${missing.length} no longer listed, which keep their price`
  return [
    `New: of ${made}, ${plan.models.length} models. In use: of ${former}, ${models} models.`,
    ...table,
    `${added.length} added, ${changed.length} changed${kept}, ${held.length} held back.`,
    ...describeHeld(plan),
  ].join('\n\n')
}

function describeHeld({ held }: UpdatePlan): string[] {
  if (held.length === 0) return []
  const acceptable = held.filter(each => each.acceptable).map(({ id }) => id)
  const list = toTable(held.map(({ id, reason }) => [id, reason]))
  return [
    `Held back, these stay as they were:\n${list}`,
    ...(acceptable.length === 0
      ? []
      : [`After checking the price list of the vendor, add: --accept ${acceptable.join(',')}`]),
  ]
}

function toUsd(amount: string | null): string {
  return amount === null ? '–' : `$${amount}`
}

async function apply(
  store: Store,
  plan: UpdatePlan,
  { made, sources }: GivenCatalog,
  accepted: readonly string[],
): Promise<void> {
  const { models, added, changed, held, missing } = plan
  const body = printCatalog({ made, sources, models })
  const sha256 = createHash('sha256').update(body).digest('hex')
  const counts = { added: added.length, changed: changed.length, held: held.length, missing: missing.length }
  const { teamId } = await store.teams.openModeOwner()
  const summary = { made, sha256, models: models.length, ...counts, accepted }
  await store.priceCatalogs.add(teamId, { madeAt: Date.parse(made), sha256, body, summary }, operator)
}
