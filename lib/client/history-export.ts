import type { HistoryEntry } from './history-entry.ts'
import { readOrigin } from './parcel-origin.ts'
import type { Run } from './run.ts'

export interface ImportResult {
  readonly added: number
  /** There already, or more than history keeps. */
  readonly skipped: number
  readonly problems: readonly ImportProblem[]
}

export interface ImportProblem {
  /** Counts from 1. */
  readonly line: number
  readonly reason: string
}

/** One entry as a line of JSONL. */
export function toHistoryLine(entry: HistoryEntry): string {
  return `${JSON.stringify({ version: 1, ...entry })}\n`
}

/** Reads exported lines; a bad one is named and does not stop the others. */
export function readHistoryLines(lines: string): {
  readonly entries: readonly HistoryEntry[]
  readonly problems: readonly ImportProblem[]
} {
  const entries: HistoryEntry[] = []
  const problems: ImportProblem[] = []
  for (const [index, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue
    const entry = readEntry(line)
    if (typeof entry === 'string') problems.push({ line: index + 1, reason: entry })
    else entries.push(entry)
  }
  return { entries, problems }
}

function readEntry(line: string): HistoryEntry | string {
  const value = parse(line)
  if (!isRecord(value)) return 'not a JSON object'
  const { id, contract, name, pinned, createdAt, draft, runs, view } = value
  if (typeof id !== 'string' || id === '' || typeof contract !== 'string') return 'id or contract is missing'
  if (typeof createdAt !== 'number') return 'createdAt is not a number'
  if (!isRecord(draft) || !isRecord(draft['body'])) return 'draft has no body'
  if (!Array.isArray(runs) || !runs.every(isRun)) return 'runs are not as history writes them'
  const others = Array.isArray(draft['others']) ? draft['others'].filter(isRecord) : []
  const origin = readOrigin(draft['origin'])
  return {
    id,
    contract,
    name: typeof name === 'string' ? name : null,
    pinned: pinned === true,
    createdAt,
    draft: {
      contract,
      body: draft['body'],
      ...(others.length > 0 && { others }),
      ...(isRecord(draft['view']) && { view: draft['view'] }),
      ...(origin && { origin }),
    },
    runs,
    ...(view !== undefined && { view }),
  }
}

const states: ReadonlySet<unknown> = new Set(['running', 'done', 'stopped', 'failed', 'interrupted'])

function isRun(value: unknown): value is Run {
  if (!isRecord(value)) return false
  const { id, state, request, response, events, timing } = value
  return (
    typeof id === 'string' &&
    states.has(state) &&
    isRecord(request) &&
    typeof request['body'] === 'string' &&
    (response === null || isRecord(response)) &&
    Array.isArray(events) &&
    events.every(event => isRecord(event) && typeof event['data'] === 'string') &&
    isRecord(timing)
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
