import type { HistorySummary } from '#components/playground/history/model/history-entry.ts'
import {
  capabilities,
  type CapabilityId,
  capabilityIds,
  toCapability,
} from '#lib/contracts/api/capabilities.ts'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'

/** A run of this browser, or a request of the log. */
export interface RecentRun {
  readonly id: string
  readonly capability: CapabilityId
  readonly title: string
  /** The capability, and the model or key. */
  readonly detail: string
  readonly href: string
  readonly state: 'done' | 'failed' | 'canceled' | 'running'
  readonly totalMs: number | null
  /** Unix milliseconds. */
  readonly at: number
}

const shownMax = 6

/**
 * The latest runs of this browser, with their titles, and requests of other clients from the log, newest first. A run
 * that is in both appears once.
 */
export function listRecentRuns(
  history: readonly HistorySummary[],
  log: readonly LoggedRequest[],
): readonly RecentRun[] {
  const rows = new Map(log.map(row => [row.id, row]))
  const ofBrowser = history.flatMap(summary => fromHistory(summary, rows) ?? [])
  const known = new Set(history.flatMap(({ requestIds = [] }) => requestIds))
  const others = log.filter(({ id }) => !known.has(id)).flatMap(row => fromLog(row) ?? [])
  return [...ofBrowser, ...others].toSorted((one, other) => other.at - one.at).slice(0, shownMax)
}

const states = {
  done: 'done',
  failed: 'failed',
  stopped: 'canceled',
  interrupted: 'canceled',
  running: 'running',
} as const satisfies Record<NonNullable<HistorySummary['state']>, RecentRun['state']>

/** @returns null for a draft without a run, and for a playground of a newer version */
function fromHistory(
  { id, contract, name, title, state, requestIds = [], createdAt }: HistorySummary,
  rows: ReadonlyMap<string, LoggedRequest>,
): RecentRun | null {
  const capability = capabilityIds.find(each => capabilities[each].contract === contract)
  if (capability === undefined || state === null) return null
  const { label, path } = capabilities[capability]
  const row = requestIds.flatMap(each => rows.get(each) ?? []).at(-1)
  const model = row?.answered_by ?? row?.model
  return {
    id,
    capability,
    title: name ?? title,
    detail: model ? `${label} · ${model}` : label,
    href: `${path}?run=${encodeURIComponent(id)}`,
    state: states[state],
    totalMs: row?.total_ms ?? null,
    at: row?.started_at ?? createdAt,
  }
}

/** @returns null for a request that runs nothing, such as a model list; the library's pages poll their own. */
function fromLog(row: LoggedRequest): RecentRun | null {
  const capability = toCapability(row)
  if (capability === null || capability === 'library') return null
  const { label } = capabilities[capability]
  return {
    id: row.id,
    capability,
    title: row.answered_by ?? row.model ?? label,
    detail: row.key_name === null ? label : `${label} · ${row.key_name}`,
    href: `/team/requests?id=${encodeURIComponent(row.id)}`,
    state: toState(row.status),
    totalMs: row.total_ms,
    at: row.started_at,
  }
}

function toState(status: number): RecentRun['state'] {
  if (status === 499) return 'canceled'
  return status < 400 ? 'done' : 'failed'
}
