import type { MapAnswer } from '#lib/contracts/api/map.ts'
import { toList, toNumber, toObject } from '#lib/client/json-value.ts'
import { emptySite, type Site } from './tree/site.ts'

export type StopReason = NonNullable<MapAnswer['stopped']>

const stopReasons: readonly StopReason[] = ['done', 'limit', 'time', 'pages', 'hosts']

export interface MapProgress {
  /** Pages fetched. */
  readonly pages: number
  /** Pages queued. */
  readonly queued: number
  readonly elapsedMs: number
}

/** The current state of a map. */
export interface FoundMap {
  readonly site: Site
  /** null: the response has none. */
  readonly progress: MapProgress | null
  /** Links per second over the last two seconds; null: not known yet. */
  readonly linksPerSecond: number | null
  /** Files read; null: unknown. */
  readonly sitemaps: readonly string[] | null
  /** null: unknown, or not yet. */
  readonly stopped: StopReason | null
  /** The complete response has arrived: its order is final. */
  readonly complete: boolean
}

export function nothingFound(): FoundMap {
  return {
    site: emptySite(),
    progress: null,
    linksPerSecond: null,
    sitemaps: null,
    stopped: null,
    complete: false,
  }
}

export function readStopReason(value: unknown): StopReason | null {
  return stopReasons.find(reason => reason === value) ?? null
}

export function readSitemaps(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? toList(value).filter(file => typeof file === 'string') : null
}

export function readProgress(value: unknown): MapProgress | null {
  const { pages, queued, elapsed_ms: elapsedMs } = toObject(value)
  if (typeof pages !== 'number' || typeof queued !== 'number') return null
  return { pages, queued, elapsedMs: toNumber(elapsedMs) ?? 0 }
}

export interface EndedLabels {
  readonly text: string
  /** The field that sets the limit, with a suggestion. */
  readonly more: { readonly field: string; readonly advice: string } | null
}

/** The reason a map ended, and how to get more. */
export const endedLabels: Readonly<Record<StopReason, EndedLabels>> = {
  done: { text: 'Complete.', more: null },
  limit: {
    text: 'Link limit reached: the site has more links.',
    more: { field: 'limit', advice: 'Increase limit' },
  },
  time: {
    text: 'Ended at the time limit: the site may have more.',
    more: { field: 'timeout', advice: 'Increase timeout' },
  },
  pages: {
    text: 'Ended at the page limit: start at a deeper path, or add search terms.',
    more: { field: 'url', advice: 'Change URL' },
  },
  hosts: {
    text: 'Some hosts were skipped: a map visits a limited number of hosts.',
    more: { field: 'includeSubdomains', advice: 'Exclude subdomains' },
  },
}
