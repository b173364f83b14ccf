'use client'
import { useContext, useMemo, useState } from 'react'
import { decodeAddress } from '#lib/client/map/decode-address.ts'
import { chooseLinks, selectShown } from '#lib/client/map/selection.ts'
import { splitAddress } from '#lib/client/map/split-address.ts'
import { ListHead } from './list-head.tsx'
import { ListRow } from './list-row.tsx'
import { useMapState, useMapStore, useMatches } from './map-context.ts'
import { ReadingContext } from './reading-context.ts'
import { type RowAct, RowsGrid } from './rows-grid.tsx'
import { type LinkSort, sortLinks } from './sort-links.ts'
import { visit } from './visit.ts'

/** The links as a table: in the order of the map, or by what is known of them. */
export function ListView() {
  const store = useMapStore()
  const { found, selection } = useMapState()
  const { site } = found
  const matches = useMatches()
  const reading = useContext(ReadingContext)
  const [sort, setSort] = useState<LinkSort>({ by: 'order', down: false })
  const rows = useMemo(() => sortLinks(site, matches, sort), [site, matches, sort])

  const act = (wanted: RowAct, link: number) => {
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
      empty="No link fits the filter."
      onAct={act}
      row={({ key, ...place }) => {
        const link = site.links[key]
        return (
          link && (
            <ListRow
              key={key}
              {...place}
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

/** Without what all addresses have in common. */
function toLabel(url: string, hosts: number): string {
  const { path, rest } = splitAddress(url)
  return decodeAddress(hosts > 1 ? url : `${path || '/'}${rest}`)
}
