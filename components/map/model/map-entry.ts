import { cutRuns } from '#components/playground/run/model/cut-runs.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import { type FoundMap, nothingFound, readProgress, readSitemaps, readStopReason } from './found-map.ts'
import { createMapReader, toMapLink } from './map-reader.ts'
import { applyDraft, emptyMap, type MapState, toSentDraft } from './map-state.ts'
import type { MapLink } from './map-link.ts'
import { growSite, linkOrder, emptySite } from './tree/site.ts'

/** A map as a history entry. The part that the history would cut from the run is stored next to it. */
export function toMapEntry(state: MapState, entry: NonNullable<MapState['entry']>): HistoryEntry {
  const runs = state.run === null ? [] : [state.run]
  const cut = cutRuns(runs).some(run => run.cut === true)
  return {
    ...entry,
    contract: 'map',
    name: null,
    pinned: false,
    draft: toSentDraft(state),
    runs,
    ...(cut && { view: { found: writeSavedMap(state.found) } }),
  }
}

/** The result of a history entry: to show it again, or to compare with it. */
export function readMapEntry({ runs, view }: Pick<HistoryEntry, 'runs' | 'view'>): FoundMap {
  const kept = isRecord(view) ? readSavedMap(view['found']) : null
  const run = runs.at(-1)
  return kept ?? (run === undefined ? nothingFound() : createMapReader().read(run))
}

export function openMapEntry(stored: HistoryEntry): MapState {
  const { id, createdAt, draft, runs } = stored
  return {
    ...applyDraft(emptyMap(), draft),
    entry: { id, createdAt },
    run: runs.at(-1) ?? null,
    found: readMapEntry(stored),
    restored: true,
  }
}

/**
 * A map as stored next to its run, whose events the history cuts: a line for each link, at a tenth of the
 * size.
 */
interface SavedMap {
  /** URL, source, depth, date and title, tab-separated; empty when unknown. */
  readonly links: string
  readonly sitemaps: readonly string[] | null
  readonly stopped: string | null
  readonly complete: boolean
  readonly progress: { readonly pages: number; readonly queued: number; readonly elapsed_ms: number } | null
}

export function writeSavedMap({ site, sitemaps, stopped, complete, progress }: FoundMap): SavedMap {
  const lines = linkOrder(site).map(link => toLine(site.links[link]))
  return {
    links: lines.join('\n'),
    sitemaps,
    stopped,
    complete,
    progress: progress && {
      pages: progress.pages,
      queued: progress.queued,
      elapsed_ms: progress.elapsedMs,
    },
  }
}

/** Parses the output of `writeSavedMap`; null when invalid. */
export function readSavedMap(value: unknown): FoundMap | null {
  const lines = isRecord(value) ? toText(value['links']) : null
  if (!isRecord(value) || lines === null) return null
  const links = lines.split('\n').flatMap(line => (line === '' ? [] : [readLine(line)]))
  return {
    ...nothingFound(),
    site: growSite(emptySite(), links),
    sitemaps: readSitemaps(value['sitemaps']),
    stopped: readStopReason(value['stopped']),
    complete: value['complete'] === true,
    progress: readProgress(value['progress']),
  }
}

function toLine(link: MapLink | undefined): string {
  if (link === undefined) return ''
  const { url, source, depth, lastmod, title } = link
  return [url, source, depth, lastmod, title].map(part => toCell(part)).join('\t')
}

function toCell(part: string | number | null): string {
  return part === null ? '' : String(part).replace(/[\t\r\n]+/g, ' ')
}

function readLine(line: string): MapLink {
  const [url = '', source, depth, lastmod, title] = line.split('\t').map(cell => (cell === '' ? null : cell))
  return toMapLink(url ?? '', { source, depth: depth === null ? null : Number(depth), lastmod, title })
}
