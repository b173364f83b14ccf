import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { inSizes, statementSizes } from './in-sizes.ts'
import type { RequestTable, Schema } from './schema.ts'
import { toSeriesName, toUsageCells, usageColumns } from './usage-cells.ts'
import { createFindSeries } from './usage-series.ts'

/** Adds rows that were just written to the sums, in their transaction. */
export type AddUsage = (transaction: Transaction<Schema>, rows: readonly RequestTable[]) => Promise<void>

/** Everybody writes series and sums in one order, so that two gateways cannot wait for each other. */
export function createUsageWriter(database: Kysely<Schema>): AddUsage {
  const findSeries = createFindSeries(database)
  const texts = new Map(statementSizes.map(size => [size as number, compileUpsert(database, size)]))
  return async (transaction, rows) => {
    if (rows.length === 0) return
    const cells = toUsageCells(rows)
    const ids = await findSeries(transaction, cells)
    for (const part of inSizes(cells)) {
      const values = part.flatMap(cell => [
        ids.get(toSeriesName(cell)),
        cell.start,
        cell.teamId,
        ...cell.sums,
      ])
      await transaction.executeQuery(CompiledQuery.raw(texts.get(part.length) ?? '', values))
    }
  }
}

function compileUpsert(database: Kysely<Schema>, size: number): string {
  const row = sql`(${sql.join([0, 0, '', ...usageColumns.map(() => 0)])})`
  const columns = usageColumns.map(column => sql.ref(column))
  const added = usageColumns.map(
    column => sql`${sql.ref(column)} = ${sql.ref(`usageSums.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  const values = sql.join(Array.from({ length: size }, () => row))
  return sql`insert into usage_sums (series_id, start, team_id, ${sql.join(columns)}) values ${values}
    on conflict (series_id, start) do update set ${sql.join(added)}`.compile(database).sql
}
