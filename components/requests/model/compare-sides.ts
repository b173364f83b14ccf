import { diffArrays } from 'diff'
import { prettyJson } from '#lib/client/pretty-json.ts'
import type { LoggedExchange, RequestBodies } from '#lib/contracts/console/requests.ts'
import { readJson } from '#lib/read-json.ts'

/** A line of each side; null: only the other side has one. */
export interface PairedLine {
  readonly kind: 'same' | 'changed'
  readonly left: string | null
  readonly right: string | null
}

/** Equal lines that are left out between differences. */
export interface EqualLines {
  readonly kind: 'equal'
  readonly count: number
}

type Body = { readonly text: string; readonly kind?: 'body' | 'events' | undefined }

// Enough for every difference of an ordinary request; formatting a long prompt would block the page.
const prettyLengthMax = 200_000
const diffTimeoutMs = 300
const contextLines = 3

/** The lines of the client's request and of one to a provider. */
export function toRequestLines(
  { http, request }: RequestBodies,
  exchange: LoggedExchange | null,
): { left: readonly string[]; right: readonly string[] } {
  const { client } = http ?? {}
  const left =
    client === undefined
      ? bodyLines(request)
      : toLines(`${client.method} ${client.path}`, client.request_headers, request)
  if (exchange === null) return { left, right: [] }
  const { method, path, host, request_headers: headers } = exchange
  return { left, right: toLines(`${method} ${path}`, [['host', host], ...headers], exchange.request) }
}

/** The same for the responses. */
export function toResponseLines(
  { http, answer }: RequestBodies,
  exchange: LoggedExchange | null,
): { left: readonly string[]; right: readonly string[] } {
  const response = http?.client.response ?? null
  const left =
    response === null ? bodyLines(answer) : toLines(String(response.status), response.headers, answer)
  if (exchange === null) return { left, right: [] }
  if (exchange.response === null) return { left, right: ['No response'] }
  const { status, headers, body } = exchange.response
  return { left, right: toLines(String(status), headers, body) }
}

/** Both sides beside each other, with lines that differ marked and long equal parts left out. */
export function compareSides(
  left: readonly string[],
  right: readonly string[],
): readonly (PairedLine | EqualLines)[] {
  const changes = diffArrays([...left], [...right], { timeout: diffTimeoutMs })
  // Too different to compare in time.
  if (changes === undefined) return pair(left, right)
  const lines: (PairedLine | EqualLines)[] = []
  let removed: readonly string[] = []
  for (const [at, { value, added, removed: isRemoved }] of changes.entries()) {
    if (isRemoved) {
      removed = value
      continue
    }
    lines.push(...pair(removed, added ? value : []))
    removed = []
    if (!added) lines.push(...shorten(value, at === 0, at === changes.length - 1))
  }
  return [...lines, ...pair(removed, [])]
}

function pair(left: readonly string[], right: readonly string[]): PairedLine[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    kind: 'changed',
    left: left[at] ?? null,
    right: right[at] ?? null,
  }))
}

function shorten(lines: readonly string[], isFirst: boolean, isLast: boolean): (PairedLine | EqualLines)[] {
  const same = lines.map((line): PairedLine => ({ kind: 'same', left: line, right: line }))
  const before = isFirst ? 0 : contextLines
  const after = isLast ? 0 : contextLines
  const count = same.length - before - after
  // A note of one line would replace one line.
  if (count <= 1) return same
  return [...same.slice(0, before), { kind: 'equal', count }, ...same.slice(same.length - after)]
}

/** A request or response as lines: first line, sorted headers, body. */
function toLines(
  first: string,
  headers: readonly (readonly [string, string])[],
  body: Body | null,
): readonly string[] {
  const names = headers.map(([name, value]) => `${name}: ${value}`).toSorted()
  return [first, ...names, '', ...(body === null ? [] : bodyLines(body))]
}

function bodyLines({ text, kind }: Body): readonly string[] {
  if (text === '') return []
  return (kind === 'events' ? joinEvents(text) : prettyJson(text, prettyLengthMax)).split('\n')
}

/** @param text JSON pairs of milliseconds and the text written then */
function joinEvents(text: string): string {
  const written = readJson(text)
  if (!Array.isArray(written)) return text
  return written.map(each => (Array.isArray(each) ? String(each[1]) : '')).join('')
}
