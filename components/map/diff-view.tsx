'use client'

import { useMemo, useState, useEffect, useContext } from 'react'
import { useHistoryList } from '#components/playground/history/use-history-list.ts'
import { Select } from '#components/ui/form/select.tsx'
import type { HistorySummary } from '#components/playground/history/model/history-entry.ts'
import { diffMaps, type DiffRow, type MapDiff, toDiffRows, diffCaution } from './model/diff-maps.ts'
import { linkOrder, type Site } from './model/tree/site.ts'
import { useMapState } from './map-context.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import type { FoundMap } from './model/found-map.ts'
import { readMapEntry } from './model/map-entry.ts'
import { Download } from 'lucide-react'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { formatCount } from '#lib/client/format.ts'
import { ReadingContext } from './reading-context.ts'
import { RowsGrid } from './rows-grid.tsx'
import { visit } from './visit.ts'
import { diffColumns, rowStyle } from './link-columns.ts'
import { classNames } from '#components/ui/class-names.ts'
import { decodeAddress } from '#lib/client/web-address.ts'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** Changes since an earlier map in the history. */
export function DiffView() {
  const { found, entry, run } = useMapState()
  const { site } = found
  const { summaries } = useHistoryList('map', '')
  const [chosen, choose] = useState<string | null>(null)
  const earlier = summaries.filter(
    ({ id, createdAt }) => id !== entry?.id && createdAt <= (entry?.createdAt ?? 0),
  )
  const id = chosen ?? earlier[0]?.id ?? null
  const before = useEarlierMap(id)
  const diff = useMemo(
    () => (before.state === 'here' ? diffMaps(inOrder(before.found.site), inOrder(site)) : null),
    [before, site],
  )
  const caution = diffCaution(before.state === 'here' ? before.found : null, found, run?.state === 'running')
  if (earlier.length === 0) return <Note>No earlier map in the history. Run again later to see changes.</Note>
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-xs text-muted max-sm:px-2">
        <span>Compare with</span>
        <Select
          label="Compare with"
          className="w-80 max-w-full"
          choices={earlier.map(summary => ({ value: summary.id, label: toLabel(summary) }))}
          value={id}
          onChange={choose}
        />
        {caution !== null && <span>{caution}</span>}
      </div>
      {before.state === 'reading' && <Note>Loading the earlier map…</Note>}
      {before.state === 'gone' && <Note>Map not found in history</Note>}
      {diff !== null && <DiffResult key={id} diff={diff} />}
    </>
  )
}

function inOrder(site: Site) {
  return linkOrder(site).flatMap(link => site.links[link] ?? [])
}

function toLabel({ name, title, createdAt }: HistorySummary): string {
  return `${time.format(createdAt)} · ${name ?? title}`
}

function Note({ children }: { children: string }) {
  return <p className="px-4 py-3 text-muted">{children}</p>
}

type EarlierMap =
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'gone' }
  | { readonly state: 'here'; readonly found: FoundMap }

/** The result of an earlier run in the history; null: none selected. */
function useEarlierMap(id: string | null): EarlierMap {
  const [read, setRead] = useState<{ id: string; found: FoundMap | null } | null>(null)
  useEffect(() => {
    if (id === null) return
    let wanted = true
    void loadHistory()
      .then(history => history.get(id))
      .then(entry => wanted && setRead({ id, found: entry && readMapEntry(entry) }))
    return () => {
      wanted = false
    }
  }, [id])
  if (id === null) return { state: 'none' }
  if (read?.id !== id) return { state: 'reading' }
  return read.found === null ? { state: 'gone' } : { state: 'here', found: read.found }
}

const kinds = ['all', 'added', 'gone', 'moved'] as const

/** The added, removed and moved links. */
function DiffResult({ diff }: { diff: MapDiff }) {
  const reading = useContext(ReadingContext)
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const all = useMemo(() => toDiffRows(diff), [diff])
  const shown = useMemo(() => all.filter(row => kind === 'all' || row.kind === kind), [all, kind])
  const rows = useMemo(
    () => ({
      count: shown.length,
      keyAt: (index: number) => (index < shown.length ? index : -1),
      indexOf: (key: number) => (key < shown.length ? key : -1),
    }),
    [shown],
  )
  const counts = {
    all: all.length,
    added: diff.added.length,
    gone: diff.gone.length,
    moved: diff.moved.length,
  }
  const save = () =>
    void import('./to-diff-csv.ts').then(({ toDiffCsv }) =>
      download('changes.csv', toDiffCsv(shown), 'text/csv;charset=utf-8'),
    )
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-xs text-muted max-sm:px-2">
        <Segmented
          label="Changes"
          choices={kinds.map(value => ({
            value,
            label: `${value === 'all' ? 'All' : names[value]} ${formatCount(counts[value])}`,
          }))}
          value={kind}
          onChange={value => setKind(kinds.find(each => each === value) ?? 'all')}
        />
        <span role="status">{formatCount(diff.same)} unchanged</span>
        <Button variant="plain" className="ml-auto text-xs" disabled={shown.length === 0} onClick={save}>
          <Download size={14} aria-hidden />
          CSV
        </Button>
      </div>
      <RowsGrid
        label="Changes of the map"
        rows={rows}
        head={<DiffHead />}
        empty={kind === 'all' ? 'No changes' : 'No matching changes'}
        onAction={(action, key) => {
          const url = shown[key]?.link.url
          if (action === 'visit') visit(url)
          if (action === 'read') reading.open(url ?? null)
        }}
        row={({ key, ...position }) => {
          const row = shown[key]
          return (
            row && (
              <DiffLine
                key={key}
                {...position}
                number={key}
                row={row}
                reading={row.link.url === reading.url}
              />
            )
          )
        }}
      />
    </>
  )
}

const names: Readonly<Record<DiffRow['kind'], string>> = { added: 'Added', gone: 'Removed', moved: 'Moved' }

/** Column headers. */
function DiffHead() {
  return (
    <div
      role="rowgroup"
      className="shrink-0 overflow-hidden border-b border-line bg-canvas text-xs text-muted [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div role="row" aria-rowindex={1} className={`${diffColumns} h-6`}>
        <span role="columnheader">Change</span>
        <span role="columnheader">URL</span>
      </div>
    </div>
  )
}

const signs = {
  added: { sign: '+', word: 'added', className: 'text-ok' },
  gone: { sign: '−', word: 'removed', className: 'text-bad' },
  moved: { sign: '→', word: 'moved', className: 'text-warn' },
} as const

/** One added, removed or moved link; a moved one with both URLs. */
function DiffLine({
  row,
  number,
  index,
  top,
  reading,
  tabStop,
}: {
  row: DiffRow
  number: number
  /** From 0. */
  index: number
  top: number
  /** Shown in the panel. */
  reading: boolean
  tabStop: boolean
}) {
  const { sign, word, className } = signs[row.kind]
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={reading || undefined}
      data-result
      data-row={number}
      tabIndex={tabStop ? 0 : -1}
      className={classNames(diffColumns, rowStyle, reading && 'bg-sunken')}
      style={{ top }}
    >
      <span role="gridcell" className={`text-xs whitespace-nowrap ${className}`}>
        <span aria-hidden>{sign} </span>
        {word}
      </span>
      <span role="gridcell" className="flex min-w-0 items-baseline gap-2">
        {row.kind === 'moved' && (
          <span className="min-w-0 truncate text-muted line-through">
            <bdi>{decodeAddress(row.from.url)}</bdi>
          </span>
        )}
        <a
          href={row.link.url}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          data-act="read"
          className="min-w-0 shrink-0 max-w-full truncate hover:text-accent-text hover:underline"
        >
          <bdi>{decodeAddress(row.link.url)}</bdi>
        </a>
      </span>
    </div>
  )
}
