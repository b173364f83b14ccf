import type { Backend } from './backend.ts'
import { type Removed, removeOldRequests } from './request-retention.ts'
import type { RequestBodyTable } from './schema.ts'
import { toStorable } from './to-storable.ts'

/** One of a request's two bodies, or the beginning of it. */
export interface KeptBody {
  readonly text: string
  /** Whether `text` is all of it, but for data of images and secrets. */
  readonly whole: boolean
  /** UTF-8 bytes of the body as it was. */
  readonly bytes: number
}

export interface KeptBodies {
  readonly requestId: string
  readonly teamId: string
  /** When the request began, in milliseconds since 1970. */
  readonly at: number
  readonly request: KeptBody
  /** The text of `events` is JSON: pairs of milliseconds since the request and what was written then. */
  readonly answer: KeptBody & { readonly kind: 'body' | 'events' }
}

export interface KeptBodyStore {
  /** Writes all of them in one transaction; what is there already is skipped. */
  insertMany(bodies: readonly KeptBodies[]): Promise<void>
  /** Null: none were kept, their time is over, or the request is another team's. */
  get(teamId: string, requestId: string): Promise<KeptBodies | null>
  /**
   * Removes what is older than its team settled, bodies and rows of the log.
   * @param pause awaited after each small batch; what it throws ends the work
   */
  removeOld(now: number, pause: () => Promise<void>): Promise<Removed>
}

export function createKeptBodyStore(backend: Backend): KeptBodyStore {
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

function toRow({ requestId, teamId, at, request, answer }: KeptBodies): RequestBodyTable {
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
  }
}

function fromRow(row: RequestBodyTable): KeptBodies {
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
  }
}
