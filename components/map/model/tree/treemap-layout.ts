import type { SiteTree } from './site-tree.ts'
import { type Box, squarify } from './squarify.ts'

/** A piece of the treemap; pieces below it lie within it, and come after it in the list. */
export type TreemapCell = Box & {
  /** Links that it stands for. */
  readonly count: number
  /** 1 for what lies right below the node that is shown. */
  readonly level: number
} & (
    | { readonly kind: 'node'; readonly node: number }
    /** Siblings that would be too small to see, in one piece: the links at and below `nodes` nodes of `parent`. */
    | { readonly kind: 'more'; readonly parent: number; readonly nodes: number }
  )

export interface TreemapOptions {
  /** Node whose insides are shown; -1 for all hosts. */
  readonly root: number
  /** Pixels, as all measures here. */
  readonly width: number
  readonly height: number
  /** How many levels below the root are drawn. */
  readonly depth: number
  /** Links that match, for each node; null: all. */
  readonly counts: Int32Array | null
  /** Room above the pieces within a piece, for its name. */
  readonly headingHeight?: number
  readonly cellsMax?: number
}

const gap = 2
const sideMin = 8
/** Smaller pieces show nothing of what is within them. */
const openSideMin = 48

/** Lays the part of a site below a node out by numbers of links: at most `cellsMax` pieces, the largest folders first. */
export function treemapLayout(tree: SiteTree, options: TreemapOptions): readonly TreemapCell[] {
  const { root, width, height, depth, counts, headingHeight = 16, cellsMax = 2000 } = options
  const countOf = (node: number) => (counts === null ? tree.count(node) : (counts[node] ?? 0))
  const cells: TreemapCell[] = []
  // Breadth first: where the pieces run out, the depths miss some, never a whole side of the site.
  const open: { readonly node: number; readonly box: Box; readonly level: number }[] = []
  if (width > 0 && height > 0) open.push({ node: root, box: { x: 0, y: 0, width, height }, level: 1 })
  for (const { node, box, level } of open) {
    const room = cellsMax - cells.length
    if (room < 1) break
    for (const cell of layChildren(node, box, { level, room })) {
      cells.push(cell)
      if (cell.kind !== 'node' || level >= depth || !tree.hasChildren(cell.node)) continue
      if (cell.width < openSideMin || cell.height < openSideMin) continue
      open.push({ node: cell.node, box: inside(cell, headingHeight), level: level + 1 })
    }
  }
  return cells

  function layChildren(
    parent: number,
    box: Box,
    { level, room }: { level: number; room: number },
  ): readonly TreemapCell[] {
    const children = tree
      .children(parent)
      .filter(child => countOf(child) > 0)
      .toSorted((a, b) => countOf(b) - countOf(a) || a - b)
    const total = children.reduce((sum, child) => sum + countOf(child), 0)
    const smallest = (sideMin * sideMin * total) / (box.width * box.height)
    const fitting = children.findIndex(child => countOf(child) < smallest)
    // One that does not fit needs no piece for "1 more": it is that piece.
    const most = fitting === -1 ? children.length : fitting
    const kept = Math.min(most, room) === children.length ? children.length : Math.min(most, room - 1)
    const shown = children.slice(0, kept)
    const rest = children.slice(kept)
    const restCount = rest.reduce((sum, child) => sum + countOf(child), 0)
    const weights = [...shown.map(countOf), restCount].filter(weight => weight > 0)
    return squarify(weights, box).map((piece, at) => {
      const node = shown[at]
      if (node !== undefined) return { kind: 'node', node, level, count: countOf(node), ...piece }
      return { kind: 'more', parent, nodes: rest.length, level, count: restCount, ...piece }
    })
  }
}

function inside({ x, y, width, height }: Box, headingHeight: number): Box {
  return {
    x: x + gap,
    y: y + headingHeight,
    width: width - 2 * gap,
    height: height - headingHeight - gap,
  }
}
