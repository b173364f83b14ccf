import 'server-only'
import { ApiError } from '#lib/errors.ts'

/** The last row of a page, in a list that is ordered by time and id. */
export interface TimeCursor {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly id: string
}

export function toCursor({ at, id }: TimeCursor): string {
  return `${at}.${id}`
}

/**
 * @returns null where none is given
 * @throws ApiError `invalid_value` with param `before`
 */
export function readCursor(given: string | null): TimeCursor | null {
  if (given === null) return null
  const [, at, id] = /^(\d{1,16})\.(\w{1,100})$/.exec(given) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw new ApiError('invalid_value', '`before` is no place in this list.', { param: 'before' })
}
