import 'server-only'
import { refusal } from './refusal.ts'

/** The last row of a page, in a list ordered by time and id. */
export interface TimeCursor {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Empty: before every row of that millisecond. */
  readonly id: string
}

export function toCursor({ at, id }: TimeCursor): string {
  return `${at}.${id}`
}

/**
 * @param param name of the cursor in the search params
 * @returns null without a cursor
 * @throws ApiError `invalid_value` with that param
 */
export function readCursor(searchParams: URLSearchParams, param: 'before' | 'cursor'): TimeCursor | null {
  const given = searchParams.get(param)
  if (given === null) return null
  const [, at, id] = /^(\d{1,16})\.(\w{0,100})$/.exec(given) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw refusal(param, `Invalid \`${param}\`.`)
}
