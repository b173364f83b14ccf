import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { inSizes, statementSizes } from './in-sizes.ts'
import type { Schema } from './schema.ts'
import { toSeriesName, type UsageCell } from './usage-cells.ts'

type Series = Pick<UsageCell, (typeof columns)[number]>

/** The ids of the series that these cells belong to, by the series' names; those that are new are made. */
export type FindSeries = (
  transaction: Transaction<Schema>,
  cells: readonly UsageCell[],
) => Promise<ReadonlyMap<string, number>>

const knownMax = 20_000
const columns = ['teamId', 'grain', 'keyId', 'model', 'provider', 'capability'] as const

/** Keeps ids, which never change, once a transaction of somebody else has written them for good. */
export function createFindSeries(database: Kysely<Schema>): FindSeries {
  const known = new Map<string, number>()
  const finding = compileEach(database, toSelect)
  const making = compileEach(database, toInsert)
  let current: Transaction<Schema> | null = null
  // Made in the transaction at hand: if that fails, they never were.
  let fresh = new Set<string>()

  async function ask(
    transaction: Transaction<Schema>,
    texts: ReadonlyMap<number, string>,
    wanted: readonly Series[],
    found: Map<string, number>,
  ): Promise<Series[]> {
    for (const part of inSizes(wanted)) {
      const values = part.flatMap(series => columns.map(column => series[column]))
      const query = CompiledQuery.raw(texts.get(part.length) ?? '', values)
      const { rows } = await transaction.executeQuery<Series & { id: number }>(query)
      for (const row of rows) found.set(toSeriesName(row), row.id)
    }
    return wanted.filter(series => !found.has(toSeriesName(series)))
  }

  return async (transaction, cells) => {
    if (transaction !== current) [current, fresh] = [transaction, new Set()]
    const wanted = new Map(cells.map(cell => [toSeriesName(cell), cell]))
    const unknown = [...wanted].filter(([name]) => !known.has(name)).map(([, cell]) => cell)
    if (unknown.length === 0) return known
    const found = new Map<string, number>()
    const missing = await ask(transaction, finding, unknown, found)
    const late = await ask(transaction, making, missing, found)
    for (const series of missing) fresh.add(toSeriesName(series))
    // Another gateway made them in between.
    if (late.length > 0) await ask(transaction, finding, late, found)
    const all = new Map([...wanted.keys()].map(name => [name, found.get(name) ?? known.get(name) ?? 0]))
    if (known.size > knownMax) known.clear()
    for (const [name, id] of found) if (!fresh.has(name)) known.set(name, id)
    return all
  }
}

function compileEach(
  database: Kysely<Schema>,
  build: (values: RawBuilder<unknown>) => RawBuilder<unknown>,
): ReadonlyMap<number, string> {
  const row = sql`(${sql.join(columns.map(() => ''))})`
  const texts = statementSizes.map(size => {
    const values = sql`values ${sql.join(Array.from({ length: size }, () => row))}`
    return [size, build(values).compile(database).sql] as const
  })
  return new Map(texts)
}

const names = sql.join(columns.map(column => sql.ref(column)))

function toSelect(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id, ${names} from usage_series where (${names}) in (${values})`
}

function toInsert(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into usage_series (${names}) ${values} on conflict do nothing returning id, ${names}`
}
