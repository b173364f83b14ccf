import { memo } from 'react'
import { formatCount } from '#lib/client/format.ts'
import type { SiteTree } from '#lib/client/map/site-tree.ts'
import type { TreemapCell } from '#lib/client/map/treemap-layout.ts'

const labelWidthMin = 36
const labelHeightMin = 15
const strongest = 46

/** The pieces of a treemap, those within others above them. */
export const TreemapCells = memo(function TreemapCells({
  cells,
  tree,
  heat,
}: {
  cells: readonly TreemapCell[]
  tree: SiteTree
  /** 0 to 1 for each node. */
  heat: Float64Array
}) {
  return cells.map(cell => {
    const name = cell.kind === 'node' ? tree.label(cell.node) : `${formatCount(cell.nodes)} more`
    const labelled = cell.width >= labelWidthMin && cell.height >= labelHeightMin
    return (
      <div
        key={cell.kind === 'node' ? cell.node : `more-${cell.parent}`}
        {...(cell.kind === 'node' && { 'data-node': cell.node })}
        data-tip={`${name} · ${formatCount(cell.count)}`}
        className="absolute overflow-hidden border border-line text-xs text-text hover:outline-2 hover:-outline-offset-2 hover:outline-accent"
        style={{
          left: cell.x,
          top: cell.y,
          width: cell.width,
          height: cell.height,
          background: toGround(cell.kind === 'node' ? heat[cell.node] : Number.NaN),
        }}
      >
        {labelled && (
          <span className="block truncate px-1 leading-4">
            {name} <span className="opacity-80">{formatCount(cell.count)}</span>
          </span>
        )}
      </div>
    )
  })
})

function toGround(heat: number | undefined): string {
  const share = heat === undefined || Number.isNaN(heat) ? 0 : Math.round(heat * strongest)
  return `color-mix(in oklab, var(--accent) ${share}%, var(--panel))`
}
