import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ApiError } from '#lib/errors.ts'
import { readJson } from '#lib/read-json.ts'
import { type Actor, type AuditEntry, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import type { NamedModelTable, ModelSettingsTable } from './provider-schema.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from '#lib/store/team/assert-role-unchanged.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** The team's own public id for a provider model. */
export type NamedModel = Omit<NamedModelTable, 'teamId' | 'createdAt'>

/** Model settings from the console. */
export interface ModelSetup {
  readonly named: readonly NamedModel[]
  /** By public id; also for models that are currently missing. */
  readonly settings: ReadonlyMap<string, ModelSettings>
  /** Public id of the default model for a job. */
  readonly defaults: Readonly<Partial<Record<string, string>>>
  /** Public IDs by other names for them. */
  readonly aliases: Readonly<Record<string, string>>
}

export interface ModelSetupStore {
  read(teamId: string): Promise<ModelSetup>
  /** @throws ApiError `invalid_value` for a duplicate id */
  name(teamId: string, model: NamedModel, by: Actor): Promise<void>
  /** Deletes its settings too. @throws ApiError `not_found` */
  unname(teamId: string, id: string, by: Actor): Promise<void>
  /** Absent settings stay unchanged; a change without effect is not audited. */
  change(teamId: string, modelId: string, patch: Partial<ModelSettings>, by: Actor): Promise<void>
  /** Null: the default of this installation. */
  choose(teamId: string, job: string, modelId: string | null, by: Actor): Promise<void>
  /** Lets another name stand for a model, or no longer: null. A change without effect is not audited. @throws ApiError `not_found` */
  alias(teamId: string, alias: string, modelId: string | null, by: Actor): Promise<void>
}

export function createModelSetupStore(backend: Backend): ModelSetupStore {
  const { database } = backend

  function changing(
    teamId: string,
    by: Actor,
    work: (transaction: Transaction<Schema>) => Promise<AuditEntry | null>,
  ): Promise<void> {
    return inTransaction(backend, async transaction => {
      await assertRoleUnchanged(backend, transaction, teamId, by)
      const change = await work(transaction)
      if (change === null) return
      await recordChange(transaction, teamId, by, change)
      await raiseRevision(backend, transaction, teamId)
    })
  }

  return {
    async read(teamId) {
      const [named, settings, defaults, aliases] = await Promise.all([
        database
          .selectFrom('namedModels')
          .select(['id', 'provider', 'upstream', 'kind'])
          .where('teamId', '=', teamId)
          .orderBy('createdAt')
          .orderBy('id')
          .execute(),
        database.selectFrom('modelSettings').selectAll().where('teamId', '=', teamId).execute(),
        database.selectFrom('modelDefaults').selectAll().where('teamId', '=', teamId).execute(),
        database
          .selectFrom('modelAliases')
          .select(['alias', 'modelId'])
          .where('teamId', '=', teamId)
          .orderBy('alias')
          .execute(),
      ])
      return {
        named,
        settings: new Map(settings.map(row => [row.modelId, toModelSettings(row)])),
        defaults: Object.fromEntries(defaults.map(({ job, modelId }) => [job, modelId])),
        aliases: Object.fromEntries(aliases.map(({ alias, modelId }) => [alias, modelId])),
      }
    },

    name: (teamId, { id, provider, upstream, kind }, by) =>
      changing(teamId, by, async transaction => {
        const inserted = await transaction
          .insertInto('namedModels')
          .values({ id, provider, upstream, kind, teamId, createdAt: Date.now() })
          .onConflict(conflict => conflict.columns(['teamId', 'id']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted === undefined) {
          throw new ApiError('invalid_value', `A model named ${id} already exists.`, { param: 'id' })
        }
        return { action: 'model.name', target: id, after: { provider, upstream, kind } }
      }),

    unname: (teamId, given, by) =>
      changing(teamId, by, async transaction => {
        const id = toStorable(given)
        const removed = await transaction
          .deleteFrom('namedModels')
          .where('teamId', '=', teamId)
          .where('id', '=', id)
          .returning(['provider', 'upstream', 'kind'])
          .executeTakeFirst()
        if (removed === undefined) throw new ApiError('not_found', 'The team has no model with this name.')
        await transaction
          .deleteFrom('modelSettings')
          .where('teamId', '=', teamId)
          .where('modelId', '=', id)
          .execute()
        return { action: 'model.unname', target: id, before: removed }
      }),

    change: (teamId, given, patch, by) =>
      changing(teamId, by, async transaction => {
        const modelId = toStorable(given)
        const kept = await transaction
          .selectFrom('modelSettings')
          .selectAll()
          .where('teamId', '=', teamId)
          .where('modelId', '=', modelId)
          .executeTakeFirst()
        const before = toModelSettings(kept)
        const after = { ...before, ...patch }
        const columns = toSettingsColumns(after)
        // As stored: prices are rounded there.
        if (isDeepStrictEqual(columns, toSettingsColumns(before))) return null
        await transaction
          .insertInto('modelSettings')
          .values({ teamId, modelId, ...columns })
          .onConflict(conflict => conflict.columns(['teamId', 'modelId']).doUpdateSet(columns))
          .execute()
        return { action: 'model.change', target: modelId, before, after }
      }),

    choose: (teamId, job, given, by) =>
      changing(teamId, by, async transaction => {
        const modelId = given === null ? null : toStorable(given)
        const former = await transaction
          .deleteFrom('modelDefaults')
          .where('teamId', '=', teamId)
          .where('job', '=', job)
          .returning('modelId')
          .executeTakeFirst()
        const before = former?.modelId ?? null
        if (modelId !== null)
          await transaction.insertInto('modelDefaults').values({ teamId, job, modelId }).execute()
        if (before === modelId) return null
        return { action: 'model.default', target: job, before: { model: before }, after: { model: modelId } }
      }),

    alias: (teamId, given, wanted, by) =>
      changing(teamId, by, async transaction => {
        const [alias, modelId] = [toStorable(given), wanted === null ? null : toStorable(wanted)]
        const former = await transaction
          .deleteFrom('modelAliases')
          .where('teamId', '=', teamId)
          .where('alias', '=', alias)
          .returning('modelId')
          .executeTakeFirst()
        const before = former?.modelId ?? null
        if (before === null && modelId === null)
          throw new ApiError('not_found', 'The team has no alias with this name.')
        if (modelId !== null)
          await transaction.insertInto('modelAliases').values({ teamId, alias, modelId }).execute()
        if (before === modelId) return null
        return { action: 'model.alias', target: alias, before: { model: before }, after: { model: modelId } }
      }),
  }
}

/** Console settings of one model; null: as its provider or the configuration says. */
interface ModelSettings {
  readonly enabled: boolean
  readonly price: ModelPrice | null
  readonly contextTokens: number | null
  /** Public ids of its fallbacks. */
  readonly fallbacks: readonly string[] | null
  /** Several ways to the model. */
  readonly deployments: readonly ModelDeployment[] | null
}

const stepSchema = z.object({ input: z.number(), output: z.number() })
const otherRatesSchema = z.object({
  cacheRead: z.number().exactOptional(),
  cacheWrite5m: z.number().exactOptional(),
  /** Per hour. */
  audio: z.number().exactOptional(),
  /** Per thousand searches. */
  searchUnit: z.number().exactOptional(),
  /** By the number of prompt tokens above which a request has these rates. */
  above: z.record(z.string(), stepSchema).exactOptional(),
})
const namedPrices = ['free', 'catalog'] as const
// Versions before these prices read neither, and then the model has its default price.
const otherPriceSchema = otherRatesSchema.extend({ named: z.enum(namedPrices).exactOptional() })

type OtherRates = z.output<typeof otherRatesSchema>

/** US dollars, of tokens per million: input and output, or neither. */
export type ModelRates = Partial<z.output<typeof stepSchema>> & OtherRates
export type ModelPrice = (typeof namedPrices)[number] | ModelRates

const deploymentsSchema = z.array(
  z.object({
    provider: z.string(),
    upstream: z.string(),
    weight: z.number(),
    tier: z.number(),
    maxParallel: z.number().exactOptional(),
    priceOf: z.string().exactOptional(),
  }),
)
type ModelDeployment = z.output<typeof deploymentsSchema>[number]

const nanos = 1_000_000_000

/** @param row absent: no settings */
function toModelSettings(row: ModelSettingsTable | undefined): ModelSettings {
  if (row === undefined)
    return { enabled: true, price: null, contextTokens: null, fallbacks: null, deployments: null }
  const { enabled, inputPriceNanos, outputPriceNanos, cacheRates, contextTokens, fallbacks, deployments } =
    row
  return {
    enabled: enabled === 1,
    price: readPrice(inputPriceNanos, outputPriceNanos, cacheRates),
    contextTokens,
    fallbacks: fallbacks === null ? null : readIds(fallbacks),
    deployments: deployments === null ? null : readDeployments(deployments),
  }
}

function toSettingsColumns(settings: ModelSettings): Omit<ModelSettingsTable, 'teamId' | 'modelId'> {
  const { enabled, price, contextTokens, fallbacks, deployments } = settings
  return {
    enabled: enabled ? 1 : 0,
    inputPriceNanos: toNanos(price, 'input'),
    outputPriceNanos: toNanos(price, 'output'),
    cacheRates: price === null ? null : toOtherPrice(price),
    contextTokens,
    fallbacks: fallbacks === null ? null : JSON.stringify(fallbacks),
    deployments: deployments === null ? null : JSON.stringify(deployments),
  }
}

function readPrice(input: number | null, output: number | null, text: string | null): ModelPrice | null {
  const { named, ...other } =
    (text === null ? undefined : otherPriceSchema.safeParse(readJson(text)).data) ?? {}
  if (named !== undefined) return named
  const tokens = input === null || output === null ? {} : { input: input / nanos, output: output / nanos }
  const rates = { ...tokens, ...other }
  return Object.keys(rates).length === 0 ? null : rates
}

function toNanos(price: ModelPrice | null, unit: 'input' | 'output'): number | null {
  const usd = price === null || typeof price === 'string' ? undefined : price[unit]
  return usd === undefined ? null : Math.round(usd * nanos)
}

/** Rounded as the others are; null: none is set. */
function toOtherPrice(price: ModelPrice): string | null {
  if (typeof price === 'string') return JSON.stringify({ named: price })
  const { input: _input, output: _output, above, ...rates } = price
  const other = {
    ...toRounded(rates),
    ...(above && {
      above: Object.fromEntries(Object.entries(above).map(([at, step]) => [at, toRounded(step)])),
    }),
  }
  return Object.keys(other).length === 0 ? null : JSON.stringify(other)
}

function toRounded(rates: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rates).map(([unit, usd]) => [unit, Math.round(usd * nanos) / nanos]),
  )
}

function readIds(text: string): string[] {
  const ids: unknown = JSON.parse(text)
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}

/** Null: a newer version has written something else. */
function readDeployments(text: string): readonly ModelDeployment[] | null {
  const { data = [] } = deploymentsSchema.safeParse(readJson(text))
  return data.length === 0 ? null : data
}
