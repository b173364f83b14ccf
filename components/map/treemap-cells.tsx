import { memo } from 'react'
import { formatCount } from '#lib/client/format.ts'
import type { SiteTree } from '#lib/client/map/site-tree.ts'
import type { TreemapCell } from '#lib/client/map/treemap-layout.ts'

const labelWidthMin = 36
const labelHeightMin = 15
const strongest = 46
const cellStyle =
  'absolute overflow-hidden border border-line text-left text-xs text-text -outline-offset-2 hover:outline-2 hover:-outline-offset-2 hover:outline-accent'

/** The pieces of a treemap, those within others above them; the outermost are buttons with one tab stop. */
export const TreemapCells = memo(function TreemapCells({
  cells,
  tree,
  heat,
  tabStop,
}: {
  cells: readonly TreemapCell[]
  tree: SiteTree
  /** 0 to 1 for each node. */
  heat: Float64Array
  /** Node that Tab reaches; null: none is there. */
  tabStop: number | null
}) {
  return cells.map(cell => {
    const name = cell.kind === 'node' ? tree.label(cell.node) : `${formatCount(cell.nodes)} more`
    const style = {
      left: cell.x,
      top: cell.y,
      width: cell.width,
      height: cell.height,
      background: toGround(cell.kind === 'node' ? heat[cell.node] : Number.NaN),
    }
    const shared = { 'data-tip': `${name} · ${formatCount(cell.count)}`, className: cellStyle, style }
    const labelled = cell.width >= labelWidthMin && cell.height >= labelHeightMin
    const label = labelled && (
      <span className="block truncate px-1 leading-4">
        {name} <span className="opacity-80">{formatCount(cell.count)}</span>
      </span>
    )
    if (cell.kind === 'more') {
      return (
        <div key={`more-${cell.parent}`} aria-hidden {...shared}>
          {label}
        </div>
      )
    }
    return cell.level === 1 ? (
      <button
        key={cell.node}
        type="button"
        data-node={cell.node}
        aria-label={`${name}, ${formatCount(cell.count)} ${cell.count === 1 ? 'link' : 'links'}`}
        tabIndex={cell.node === tabStop ? 0 : -1}
        {...shared}
      >
        {labelled && <span className="absolute inset-x-0 top-0">{label}</span>}
      </button>
    ) : (
      <div key={cell.node} aria-hidden data-node={cell.node} {...shared}>
        {label}
      </div>
    )
  })
})

function toGround(heat: number | undefined): string {
  const share = heat === undefined || Number.isNaN(heat) ? 0 : Math.round(heat * strongest)
  return `color-mix(in oklab, var(--accent) ${share}%, var(--panel))`
}
