'use client'
import { Download } from 'lucide-react'
import { useContext, useMemo, useState } from 'react'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { formatCount } from '#lib/client/format.ts'
import { type DiffRow, type MapDiff, toDiffRows } from '#lib/client/map/diff-maps.ts'
import { DiffHead } from './diff-head.tsx'
import { DiffLine } from './diff-line.tsx'
import { ReadingContext } from './reading-context.ts'
import { RowsGrid } from './rows-grid.tsx'
import { visit } from './visit.ts'

const kinds = ['all', 'added', 'gone', 'moved'] as const

/** The links that came, went and moved. */
export function DiffResult({ diff }: { diff: MapDiff }) {
  const reading = useContext(ReadingContext)
  const [kind, setKind] = useState<(typeof kinds)[number]>('all')
  const all = useMemo(() => toDiffRows(diff), [diff])
  const shown = useMemo(() => all.filter(row => kind === 'all' || row.kind === kind), [all, kind])
  const rows = useMemo(
    () => ({
      count: shown.length,
      keyAt: (place: number) => (place < shown.length ? place : -1),
      placeOf: (key: number) => (key < shown.length ? key : -1),
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
        empty={kind === 'all' ? 'Nothing changed.' : 'Nothing of this kind.'}
        onAct={(act, key) => {
          const url = shown[key]?.link.url
          if (act === 'visit') visit(url)
          if (act === 'read') reading.open(url ?? null)
        }}
        row={({ key, ...place }) => {
          const row = shown[key]
          return (
            row && (
              <DiffLine key={key} {...place} number={key} row={row} reading={row.link.url === reading.url} />
            )
          )
        }}
      />
    </>
  )
}

const names: Readonly<Record<DiffRow['kind'], string>> = { added: 'Added', gone: 'Gone', moved: 'Moved' }
