import type { Backend } from '#lib/store/core/backend.ts'
import type { RequestBodyTable } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { readTeamSettings } from '#lib/store/team/team-settings.ts'

/** The request or response body, possibly truncated. */
export interface LoggedBody {
  readonly text: string
  /** Whether `text` is complete, apart from image data and secrets. */
  readonly whole: boolean
  /** UTF-8 bytes of the original body. */
  readonly bytes: number
}

export interface LoggedBodies {
  readonly requestId: string
  readonly teamId: string
  /** Start of the request, in milliseconds since 1970. */
  readonly at: number
  readonly request: LoggedBody
  /** The text of `events` is JSON: pairs of milliseconds since the request and the text written then. */
  readonly answer: LoggedBody & { readonly kind: 'body' | 'events' }
  /** JSON of both HTTP sides; absent: written by a version that did not log them. */
  readonly http?: string
}

export interface LoggedBodyStore {
  /** Writes all of them in one transaction; existing ones are skipped. */
  insertMany(bodies: readonly LoggedBodies[]): Promise<void>
  /** Null: not logged, expired, or the request belongs to another team. */
  get(teamId: string, requestId: string): Promise<LoggedBodies | null>
  /**
   * Removes bodies and log rows that exceed their team's retention.
   * @param pause awaited after each small batch; an error it throws stops the work
   */
  removeOld(now: number, pause: () => Promise<void>): Promise<Removed>
}

export function createLoggedBodyStore(backend: Backend): LoggedBodyStore {
  const { database } = backend
  return {
    async insertMany(bodies) {
      if (bodies.length === 0) return
      await backend.write(() =>
        database
          .insertInto('requestBodies')
          .values(bodies.map(toRow))
          .onConflict(conflict => conflict.column('requestId').doNothing())
          .execute(),
      )
    },

    async get(teamId, requestId) {
      const row = await database
        .selectFrom('requestBodies')
        .selectAll()
        .where('teamId', '=', toStorable(teamId))
        .where('requestId', '=', toStorable(requestId))
        .executeTakeFirst()
      return row === undefined ? null : fromRow(row)
    },

    removeOld: (now, pause) => removeOldRequests(backend, now, pause),
  }
}

function toRow({ requestId, teamId, at, request, answer, http }: LoggedBodies): RequestBodyTable {
  return {
    requestId,
    teamId,
    at,
    request: toStorable(request.text),
    requestBytes: request.bytes,
    requestWhole: request.whole ? 1 : 0,
    answer: toStorable(answer.text),
    answerKind: answer.kind,
    answerBytes: answer.bytes,
    answerWhole: answer.whole ? 1 : 0,
    http: http === undefined ? null : toStorable(http),
  }
}

function fromRow(row: RequestBodyTable): LoggedBodies {
  return {
    requestId: row.requestId,
    teamId: row.teamId,
    at: row.at,
    request: { text: row.request, whole: row.requestWhole === 1, bytes: row.requestBytes },
    answer: {
      text: row.answer,
      whole: row.answerWhole === 1,
      bytes: row.answerBytes,
      kind: row.answerKind,
    },
    ...(row.http !== null && { http: row.http }),
  }
}

const dayMs = 24 * 3_600_000
// Deleting a batch of rows takes a few milliseconds of write lock.
const rowsAtOnce = 250
const bodiesAtOnce = 50

interface Removed {
  readonly requests: number
  readonly bodies: number
}

/**
 * Removes expired rows and bodies by each team's retention.
 * @param pause awaited after each small batch, so that others can run; an error it throws stops the work
 */
async function removeOldRequests(
  backend: Backend,
  now: number,
  pause: () => Promise<void>,
): Promise<Removed> {
  const teams = await backend.database.selectFrom('teams').select('id').execute()
  let requests = 0
  let bodies = 0
  for (const { id } of teams) {
    const { requestDays, bodyDays } = await readTeamSettings(backend.database, id)
    // Bodies without their row could not be found.
    const days = Math.min(bodyDays, requestDays ?? Infinity)
    bodies += await inBatches(() => removeBodies(backend, id, now - days * dayMs), bodiesAtOnce, pause)
    if (requestDays === null) continue
    requests += await inBatches(() => removeRows(backend, id, now - requestDays * dayMs), rowsAtOnce, pause)
  }
  return { requests, bodies }
}

async function inBatches(
  remove: () => Promise<number>,
  atOnce: number,
  pause: () => Promise<void>,
): Promise<number> {
  let sum = 0
  for (;;) {
    const removed = await remove()
    sum += removed
    if (removed < atOnce) return sum
    await pause()
  }
}

function removeRows(backend: Backend, teamId: string, before: number): Promise<number> {
  const { database } = backend
  const old = database
    .selectFrom('requests')
    .select('id')
    .where('teamId', '=', teamId)
    .where('startedAt', '<', before)
    .orderBy('startedAt')
    .limit(rowsAtOnce)
  return backend.write(async () => {
    const { numDeletedRows } = await database
      .deleteFrom('requests')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

function removeBodies(backend: Backend, teamId: string, before: number): Promise<number> {
  const { database } = backend
  const old = database
    .selectFrom('requestBodies')
    .select('requestId')
    .where('teamId', '=', teamId)
    .where('at', '<', before)
    .orderBy('at')
    .limit(bodiesAtOnce)
  return backend.write(async () => {
    const { numDeletedRows } = await database
      .deleteFrom('requestBodies')
      .where('requestId', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
