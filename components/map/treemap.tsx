'use client'
import { type MouseEvent, useContext, useMemo, useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { treemapLayout } from '#lib/client/map/treemap-layout.ts'
import { useMapState, useMatches } from './map-context.ts'
import { type HeatBy, toNodeHeat } from './node-heat.ts'
import { ReadingContext } from './reading-context.ts'
import { TreemapCells } from './treemap-cells.tsx'
import { TreemapPath } from './treemap-path.tsx'
import { TreemapTable } from './treemap-table.tsx'
import { useAreaKeys } from './use-area-keys.ts'
import { useSize } from './use-size.ts'

const openedAt = Date.now()
const levels = 3

/** The site as areas: each folder as large as it has links. Enter goes into one, Backspace out of it. */
export function Treemap() {
  const { site } = useMapState().found
  const { tree, links } = site
  const matches = useMatches()
  const reading = useContext(ReadingContext)
  const [path, setPath] = useState<readonly string[]>([])
  const [by, setBy] = useState<HeatBy>('age')
  const { ref, width, height } = useSize<HTMLDivElement>()
  const root = tree.find(path)
  const counts = matches?.nodeCounts ?? null
  const cells = useMemo(
    () => treemapLayout(tree, { root, width, height, depth: levels, counts, cellsMax: 800 }),
    [tree, root, width, height, counts],
  )
  const heat = useMemo(() => toNodeHeat(site, by, openedAt), [site, by])
  const { tabStop, onKeyDown } = useAreaKeys(ref, cells, {
    root,
    onLeave: () => setPath(path.slice(0, -1)),
  })
  const click = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
    if (cell === null) return
    const node = Number(cell.dataset['node'])
    if (tree.hasChildren(node)) return setPath(tree.path(node))
    reading.open(links[tree.link(node)]?.url ?? null)
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1.5 max-sm:px-2">
        <TreemapPath path={path} onGo={setPath} />
        <Segmented
          label="Warmer is"
          choices={[
            { value: 'age', label: 'Newer' },
            { value: 'depth', label: 'Deeper' },
          ]}
          value={by}
          onChange={value => setBy(value === 'depth' ? 'depth' : 'age')}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for all the buttons within */}
      <div
        ref={ref}
        role="group"
        aria-label="Areas"
        className="relative min-h-0 flex-1 overflow-hidden"
        onClick={click}
        onKeyDown={onKeyDown}
      >
        <TreemapCells cells={cells} tree={tree} heat={heat} tabStop={tabStop} />
      </div>
      <TreemapTable site={site} root={root} counts={counts} />
    </>
  )
}
