import { sql } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { type ChargedPart, splitCharges } from './charged-parts.ts'
import { readAttempts, readUnits } from './request-row.ts'

/** Sums of what one price bills. Money is nano-dollars. */
export interface PriceSums {
  readonly provider: string | null
  /** Public id of the model that answered; `search` for searches without a model. */
  readonly model: string | null
  /** Null: not recorded by an earlier version. */
  readonly costSource: string | null
  readonly priceRef: string | null
  /** Each attempt of a request that is billed counts, and what no attempt accounts for. */
  readonly requests: number
  readonly promptTokens: number
  /** Of the tokens of the prompts. */
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly completionTokens: number
  /** Of the tokens of the answers. */
  readonly reasoningTokens: number
  readonly audioMs: number
  readonly searchUnits: number
  /** By models. */
  readonly webSearches: number
  /** By search backends; credits where they count those. */
  readonly searches: number
  readonly costNanos: number
}

/** A request to a provider or a paid search backend, for a bill: each attempt that is billed. Money is nano-dollars. */
export interface ChargedRequest extends ChargedPart {
  readonly startedAt: number
  readonly attempts: number
  readonly audioMs: number
}

/** The cost that a provider reported for a request. */
export interface ReportedCost {
  readonly provider: string
  /** Public id of the model that answered. */
  readonly model: string
  readonly costNanos: number
  readonly tokens: number
}

export interface BillStore {
  /**
   * The requests to providers and paid search backends in a period, by provider, model, source and price, the dearest first.
   * @param period milliseconds since 1970; the end is excluded
   */
  sum(teamId: string, period: { readonly from: number; readonly to: number }): Promise<PriceSums[]>
  /**
   * The requests to providers and paid search backends in a period, in pages, the oldest first.
   * @param period milliseconds since 1970; the end is excluded
   */
  charged(
    teamId: string,
    period: { readonly from: number; readonly to: number },
  ): AsyncGenerator<readonly ChargedRequest[]>
  /** The reported costs among the latest requests, oldest first. */
  latestReports(teamId: string): Promise<ReportedCost[]>
}

interface Period {
  readonly from: number
  readonly to: number
}

const dayMs = 86_400_000
const latestMax = 10_000
// With SQLite a larger page would keep other pages of the console waiting.
const pageRows = 2000

export function createBillStore(backend: Backend): BillStore {
  return {
    async sum(teamId, { from, to }) {
      const lines = new Map<string, PriceSums>()
      // Day by day: with SQLite one query over a month would keep other pages waiting.
      for (let start = from; start < to; start += dayMs) {
        const part = await sumPart(backend, teamId, start, Math.min(to, start + dayMs))
        for (const line of part) addLine(lines, line)
      }
      for await (const page of readCharged(backend, teamId, { from, to }, 'split')) {
        for (const request of page) addLine(lines, toSums(request))
      }
      return [...lines.values()].sort((one, other) => other.costNanos - one.costNanos)
    },

    charged: (teamId, period) => readCharged(backend, teamId, period, 'all'),

    async latestReports(teamId) {
      const rows = await backend.database
        .selectFrom(from =>
          from
            .selectFrom('requests')
            .select(['provider', 'answeredBy', 'priceRef', 'costNanos', 'promptTokens', 'completionTokens'])
            .where('teamId', '=', teamId)
            .orderBy('startedAt', 'desc')
            .limit(latestMax)
            .as('latest'),
        )
        .selectAll()
        .where('priceRef', '=', 'reported')
        .execute()
      return rows
        .reverse()
        .flatMap(({ provider, answeredBy, costNanos, promptTokens, completionTokens }) =>
          provider === null || answeredBy === null
            ? []
            : [{ provider, model: answeredBy, costNanos, tokens: promptTokens + completionTokens }],
        )
    },
  }
}

/** @param which `split`: only requests of which several attempts are billed */
async function* readCharged(
  { database }: Backend,
  teamId: string,
  { from, to }: Period,
  which: 'all' | 'split',
): AsyncGenerator<readonly ChargedRequest[]> {
  let last = { startedAt: from, id: '' }
  for (;;) {
    const { startedAt, id } = last
    const rows = await database
      .selectFrom('requests')
      .select([
        'id',
        'provider',
        'costSource',
        'priceRef',
        'units',
        'startedAt',
        'attempts',
        'promptTokens',
        'attemptList',
      ])
      .select([
        'cacheReadTokens',
        'cacheWriteTokens',
        'completionTokens',
        'reasoningTokens',
        'audioMs',
        'costNanos',
      ])
      .select(({ fn }) => fn.coalesce('answeredBy', 'model').as('model'))
      .where('teamId', '=', teamId)
      .where('startedAt', '>=', startedAt)
      .where('startedAt', '<', to)
      .where(where => where.or([where('startedAt', '>', startedAt), where('id', '>', id)]))
      .where(where => where.or([where('provider', 'is not', null), where('costSource', 'is not', null)]))
      .$if(which === 'split', query => query.where(isSplit))
      .orderBy('startedAt')
      .orderBy('id')
      .limit(pageRows)
      .execute()
    if (rows.length > 0) yield rows.flatMap(toChargedRequests)
    last = rows.at(-1) ?? last
    if (rows.length < pageRows) return
  }
}

const isSplit = sql<boolean>`coalesce(attempt_list, '') like '%"charge"%'`

type BilledRow = Omit<ChargedRequest, 'units'> & {
  readonly units: string | null
  readonly attemptList: string | null
}

function toChargedRequests({ attemptList, ...row }: BilledRow): readonly ChargedRequest[] {
  const request = { ...row, units: readUnits(row.units) }
  const parts = splitCharges({ ...request, attemptList: readAttempts(attemptList) }, row.model)
  if (parts === null) return [request]
  return parts.map((part, index) => ({
    ...part,
    startedAt: row.startedAt,
    attempts: 1,
    audioMs: index === parts.length - 1 ? row.audioMs : 0,
  }))
}

async function sumPart(
  { database, kind }: Backend,
  teamId: string,
  from: number,
  to: number,
): Promise<PriceSums[]> {
  const countOf = (unit: string) =>
    kind === 'sqlite'
      ? sql`coalesce(json_extract(units, ${`$.${unit}`}), 0)`
      : sql`coalesce((units::json ->> ${unit})::bigint, 0)`
  const sumOf = (value: ReturnType<typeof countOf>) => sql<number>`cast(sum(${value}) as bigint)`
  return await database
    .selectFrom('requests')
    .select(['provider', 'costSource', 'priceRef'])
    .select(({ fn }) => [
      fn.coalesce('answeredBy', 'model').as('model'),
      fn.countAll<number>().as('requests'),
      sumOf(sql`${sql.ref('promptTokens')}`).as('promptTokens'),
      sumOf(sql`${sql.ref('cacheReadTokens')}`).as('cacheReadTokens'),
      sumOf(sql`${sql.ref('cacheWriteTokens')}`).as('cacheWriteTokens'),
      sumOf(sql`${sql.ref('completionTokens')}`).as('completionTokens'),
      sumOf(sql`${sql.ref('reasoningTokens')}`).as('reasoningTokens'),
      sumOf(sql`${sql.ref('audioMs')}`).as('audioMs'),
      sumOf(countOf('searchUnit')).as('searchUnits'),
      sumOf(countOf('webSearch')).as('webSearches'),
      sumOf(countOf('search')).as('searches'),
      sumOf(sql`${sql.ref('costNanos')}`).as('costNanos'),
    ])
    .where('teamId', '=', teamId)
    .where('startedAt', '>=', from)
    .where('startedAt', '<', to)
    .where(where => where.or([where('provider', 'is not', null), where('costSource', 'is not', null)]))
    .where(sql<boolean>`not ${isSplit}`)
    .groupBy(({ fn }) => ['provider', fn.coalesce('answeredBy', 'model'), 'costSource', 'priceRef'])
    .execute()
}

function toSums({ units, startedAt: _, attempts: __, ...request }: ChargedRequest): PriceSums {
  const { searchUnit: searchUnits = 0, webSearch: webSearches = 0, search: searches = 0 } = units ?? {}
  return { ...request, requests: 1, searchUnits, webSearches, searches }
}

function addLine(lines: Map<string, PriceSums>, line: PriceSums): void {
  const name = JSON.stringify([line.provider, line.model, line.costSource, line.priceRef])
  const known = lines.get(name)
  lines.set(name, known === undefined ? line : sumLines(known, line))
}

function sumLines(one: PriceSums, other: PriceSums): PriceSums {
  return {
    ...one,
    requests: one.requests + other.requests,
    promptTokens: one.promptTokens + other.promptTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
    audioMs: one.audioMs + other.audioMs,
    searchUnits: one.searchUnits + other.searchUnits,
    webSearches: one.webSearches + other.webSearches,
    searches: one.searches + other.searches,
    costNanos: one.costNanos + other.costNanos,
  }
}
