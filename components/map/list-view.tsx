'use client'

import { useContext, useMemo, useState, memo } from 'react'
import { decodeAddress } from '#lib/client/web-address.ts'
import { chooseLinks, selectShown } from './model/selection.ts'
import { splitAddress } from './model/split-address.ts'
import { useMapState, useMapStore, useMatches } from './map-context.ts'
import { ReadingContext } from './reading-context.ts'
import { type RowAction, RowsGrid } from './rows-grid.tsx'
import { type LinkSort, sortLinks } from './sort-links.ts'
import { visit } from './visit.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { listColumns, rowStyle } from './link-columns.ts'
import { classNames } from '#components/ui/class-names.ts'
import type { MapLink } from './model/map-link.ts'
import { toPlainTitle } from '#lib/client/plain-title.ts'
import { LinkCells } from './link-cells.tsx'
import { MarkBox } from './tree/mark-box.tsx'

/** The links as a table: in the order of the map, or sorted by a column. */
export function ListView() {
  const store = useMapStore()
  const { found, selection } = useMapState()
  const { site } = found
  const matches = useMatches()
  const reading = useContext(ReadingContext)
  const [sort, setSort] = useState<LinkSort>({ by: 'order', down: false })
  const rows = useMemo(() => sortLinks(site, matches, sort), [site, matches, sort])

  const act = (wanted: RowAction, link: number) => {
    switch (wanted) {
      case 'mark':
        return store.update(state => ({
          ...state,
          selection: chooseLinks(state.selection, site.tree, [link], state.selection.mask[link] !== 1),
        }))
      case 'mark-all':
        return store.update(state => ({ ...state, selection: selectShown(site.tree, matches) }))
      case 'read':
        return reading.open(site.links[link]?.url ?? null)
      case 'visit':
        return visit(site.links[link]?.url)
    }
  }

  return (
    <RowsGrid
      label="Links of the map"
      selectable
      rows={rows}
      head={<ListHead sort={sort} onSort={setSort} />}
      empty="No matching links"
      onAction={act}
      row={({ key, ...position }) => {
        const link = site.links[key]
        return (
          link && (
            <ListRow
              key={key}
              {...position}
              link={link}
              label={toLabel(link.url, site.index.hosts.length)}
              number={key}
              selected={selection.mask[key] === 1}
              reading={link.url === reading.url}
            />
          )
        )
      }}
    />
  )
}

/** Without the common prefix of all URLs. */
function toLabel(url: string, hosts: number): string {
  const { path, rest } = splitAddress(url)
  return decodeAddress(hosts > 1 ? url : `${path || '/'}${rest}`)
}

const columns: readonly { by: LinkSort['by']; label: string; className: string }[] = [
  { by: 'order', label: 'URL', className: '' },
  { by: 'source', label: 'Source', className: '@max-[18rem]:hidden' },
  { by: 'lastmod', label: 'Changed', className: '@max-[30rem]:hidden' },
  { by: 'depth', label: 'Depth', className: 'justify-self-end @max-[30rem]:hidden' },
]

/** Column headers, each a button that sorts by it; the URL restores the map's own order. */
function ListHead({ sort, onSort }: { sort: LinkSort; onSort: (sort: LinkSort) => void }) {
  return (
    <div
      role="rowgroup"
      className="shrink-0 overflow-hidden border-b border-line bg-canvas text-xs text-muted [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      <div role="row" aria-rowindex={1} className={`${listColumns} h-6 coarse:h-10`}>
        <span role="columnheader">
          <span className="sr-only">Selected</span>
        </span>
        {columns.map(({ by, label, className }) => {
          const sorted = sort.by === by && (by !== 'order' || sort.down)
          const Arrow = sort.down ? ArrowDown : ArrowUp
          return (
            <span
              key={by}
              role="columnheader"
              aria-sort={!sorted ? 'none' : sort.down ? 'descending' : 'ascending'}
              className={className}
            >
              <button
                type="button"
                className="inline-flex h-6 items-center gap-1 -outline-offset-2 hover:text-text coarse:h-10"
                onClick={() => onSort({ by, down: sort.by === by && !sort.down })}
              >
                {label}
                {sorted && <Arrow size={12} aria-hidden />}
              </button>
            </span>
          )
        })}
      </div>
    </div>
  )
}

/** A link with its details. Space selects it, Enter opens it in the panel. */
const ListRow = memo(function ListRow({
  link,
  label,
  number,
  index,
  top,
  selected,
  reading,
  tabStop,
}: {
  link: MapLink
  /** Its URL in readable form. */
  label: string
  /** Its number in the map. */
  number: number
  /** Its row, from 0. */
  index: number
  top: number
  selected: boolean
  /** Shown in the panel. */
  reading: boolean
  tabStop: boolean
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={reading || undefined}
      data-result
      data-row={number}
      tabIndex={tabStop ? 0 : -1}
      className={classNames(listColumns, rowStyle, reading && 'bg-sunken', selected && 'bg-accent-soft')}
      style={{ top }}
    >
      <span
        role="gridcell"
        aria-label={selected ? 'selected' : 'not selected'}
        data-act="mark"
        className="flex h-full w-6 items-center justify-center"
      >
        <MarkBox choice={selected ? 'all' : 'none'} />
      </span>
      <span role="gridcell" className="flex min-w-0 items-baseline">
        <a
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={-1}
          data-act="read"
          className="min-w-0 truncate hover:text-accent-text hover:underline"
        >
          <bdi>{label}</bdi>
        </a>
        {link.title !== null && (
          <span className="min-w-0 flex-1 basis-0 truncate pl-3 text-xs text-muted">
            <bdi>{toPlainTitle(link.title)}</bdi>
          </span>
        )}
      </span>
      <LinkCells link={link} role="gridcell" />
    </div>
  )
})
