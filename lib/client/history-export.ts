import type { HistoryEntry } from './history-entry.ts'
import { isNestedDeeper } from '#lib/contracts/nesting.ts'
import { readOrigin } from './parcel-origin.ts'
import { isTime, readRun } from './read-run.ts'

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

// Far more than a request may have, and a conversation around it.
const depthMax = 200

function readEntry(line: string): HistoryEntry | string {
  if (isNestedDeeper(line, depthMax)) return 'nested too deeply'
  const value = parse(line)
  if (!isRecord(value)) return 'not a JSON object'
  const { id, contract, name, pinned, createdAt, draft, runs, view } = value
  if (typeof id !== 'string' || id === '' || typeof contract !== 'string') return 'id or contract is missing'
  if (!isTime(createdAt)) return 'createdAt is not a time'
  if (!isRecord(draft) || !isRecord(draft['body'])) return 'draft has no body'
  const read = Array.isArray(runs) ? runs.map(readRun) : [null]
  if (!read.every(run => run !== null)) return 'runs are not as history writes them'
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
    runs: read,
    ...(view !== undefined && { view }),
  }
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
