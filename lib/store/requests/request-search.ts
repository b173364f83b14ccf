import { sql, type SelectQueryBuilder } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { type RequestRow, toRequestRow } from './request-row.ts'
import type { RequestTable, Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { withoutIndex } from '#lib/store/core/without-index.ts'

/** Filters for rows; null does not filter. Times are milliseconds since 1970. */
export interface RequestSearch {
  readonly userId: string | null
  readonly keyId: string | null
  readonly since: number | null
  /** Rows before this time. */
  readonly until: number | null
  readonly failed: boolean
  /** In any of these ranges, both ends included. */
  readonly status: readonly { readonly from: number; readonly to: number }[] | null
  readonly errorCode: string | null
  /** Public model id, requested or used. */
  readonly model: string | null
  readonly provider: string | null
  readonly minMs: number | null
  /** As rows have it. */
  readonly session: string | null
  /** Rows of these operations, or of the route `web` with one of these models. */
  readonly operations: {
    readonly routes: readonly string[]
    readonly web: { readonly route: string; readonly models: readonly (string | null)[] }
  } | null
}

export interface RequestCursor {
  readonly startedAt: number
  readonly id: string
}

/** Start and size of a page. */
export interface RequestPage {
  readonly limit: number
  readonly after: RequestCursor | null
  /** Number of rows to scan before the search checks whether to continue. */
  readonly rowsAtOnce?: number
}

export interface FoundRequests {
  /** Newest first. */
  readonly rows: readonly RequestRow[]
  /** Where to continue; null: everything was scanned. */
  readonly next: RequestCursor | null
}

type Rows = SelectQueryBuilder<Schema, 'requests', RequestTable>

// A filter without an index scans all rows of its period. It scans this many at a time, in a few milliseconds,
// then checks whether to continue, so that a page never waits for a million rows.
const defaultRowsAtOnce = 10_000
const searchMsMax = 100

/** Searches a team's rows. With few matches, the result has fewer than `limit` rows and a continuation point. */
export async function searchRequests(
  { kind, database }: Backend,
  teamId: string,
  search: RequestSearch,
  { limit, after: start, rowsAtOnce = defaultRowsAtOnce }: RequestPage,
): Promise<FoundRequests> {
  const startedAt = performance.now()
  const found: RequestRow[] = []
  let after = start
  for (;;) {
    const until = isNarrow(search) ? await timeOf(rowsAtOnce - 1, after) : null
    const missing = limit - found.length
    const slice = until === null ? within(after) : within(after).where('startedAt', '>=', until)
    const rows = await narrow(slice.selectAll(), search)
      .orderBy('startedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(missing)
      .execute()
    found.push(...rows.map(toRequestRow))
    const last = rows.at(-1)
    if (rows.length === missing && last !== undefined) return { rows: found, next: toCursor(last) }
    if (until === null) return { rows: found, next: null }
    // No id sorts before the empty one: all rows of that millisecond were in the slice.
    after = { startedAt: until, id: '' }
    if (performance.now() - startedAt > searchMsMax) return { rows: found, next: after }
  }

  /** Start time of the row at that offset, from an index only; null: there are fewer rows. */
  async function timeOf(offset: number, cursor: RequestCursor | null): Promise<number | null> {
    const row = await within(cursor)
      .select('startedAt')
      .orderBy('startedAt', 'desc')
      .offset(offset)
      .limit(1)
      .executeTakeFirst()
    return row?.startedAt ?? null
  }

  /** Conditions that an index supports. */
  function within(cursor: RequestCursor | null) {
    const { userId, keyId, since, until, failed } = search
    const is = (column: 'teamId' | 'userId' | 'keyId', value: string, sought: boolean) =>
      sought ? sql<boolean>`${sql.ref(column)} = ${value}` : withoutIndex(kind, column, value)
    // Failures are few: filter them by owner among those of the team.
    let query = database.selectFrom('requests').where(is('teamId', teamId, failed || keyId === null))
    if (userId !== null) query = query.where(is('userId', toStorable(userId), !failed && keyId === null))
    if (keyId !== null) query = query.where(is('keyId', toStorable(keyId), !failed))
    if (since !== null) query = query.where('startedAt', '>=', since)
    if (until !== null) query = query.where('startedAt', '<', until)
    // Written out: SQLite matches a partial index by its literal condition.
    if (failed) query = query.where(sql<boolean>`status >= 400`)
    if (cursor !== null) {
      const { startedAt: at, id } = cursor
      query = query.where(build =>
        build(build.refTuple('startedAt', 'id'), '<', build.tuple(at, toStorable(id))),
      )
    }
    return query
  }
}

/** Whether rows that do not match must be scanned. */
function isNarrow(search: RequestSearch): boolean {
  const { status, errorCode, model, provider, minMs, session, operations } = search
  return [status, errorCode, model, provider, minMs, session, operations].some(each => each !== null)
}

function narrow(query: Rows, search: RequestSearch): Rows {
  const { status, errorCode, model, provider, minMs, session, operations } = search
  let narrowed = query
  if (status !== null) {
    narrowed = narrowed.where(build =>
      build.or(
        status.map(({ from, to }) => build.and([build('status', '>=', from), build('status', '<=', to)])),
      ),
    )
  }
  if (errorCode !== null) narrowed = narrowed.where('errorCode', '=', toStorable(errorCode))
  if (provider !== null) narrowed = narrowed.where('provider', '=', toStorable(provider))
  if (session !== null) narrowed = narrowed.where('session', '=', toStorable(session))
  if (minMs !== null) narrowed = narrowed.where('totalMs', '>=', minMs)
  if (model !== null) {
    const id = toStorable(model)
    narrowed = narrowed.where(build => build.or([build('model', '=', id), build('answeredBy', '=', id)]))
  }
  if (operations === null) return narrowed
  const { routes, web } = operations
  const models = web.models.filter(each => each !== null)
  return narrowed.where(build =>
    build.or([
      build('route', 'in', [...routes]),
      ...(models.length > 0
        ? [build.and([build('route', '=', web.route), build('model', 'in', models)])]
        : []),
      ...(web.models.includes(null)
        ? [build.and([build('route', '=', web.route), build('model', 'is', null)])]
        : []),
    ]),
  )
}

function toCursor({ startedAt, id }: RequestCursor): RequestCursor {
  return { startedAt, id }
}
