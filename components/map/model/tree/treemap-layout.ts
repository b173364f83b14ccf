import type { SiteTree } from './site-tree.ts'
import { type Box, squarify } from './squarify.ts'

/** A piece of the treemap; its children are within it, and follow it in the list. */
export type TreemapCell = Box & {
  /** Number of links. */
  readonly count: number
  /** 1 for children of the root node. */
  readonly level: number
} & (
    | { readonly kind: 'node'; readonly node: number }
    /** Siblings too small to see, merged into one piece: the links at and below `nodes` nodes of `parent`. */
    | { readonly kind: 'more'; readonly parent: number; readonly nodes: number }
  )

export interface TreemapOptions {
  /** The root node; -1 for all hosts. */
  readonly root: number
  /** Pixels, like all measures here. */
  readonly width: number
  readonly height: number
  /** Number of levels drawn below the root. */
  readonly depth: number
  /** Matching links by node; null: all. */
  readonly counts: Int32Array | null
  /** Header height for the name of a piece. */
  readonly headingHeight?: number
  readonly cellsMax?: number
}

const gap = 2
const sideMin = 8
/** Smaller pieces hide their children. */
const openSideMin = 48

/**
 * Treemap layout of the tree below a node, by number of links: at most `cellsMax` pieces, the largest folders
 * first.
 */
export function treemapLayout(tree: SiteTree, options: TreemapOptions): readonly TreemapCell[] {
  const { root, width, height, depth, counts, headingHeight = 16, cellsMax = 2000 } = options
  const countOf = (node: number) => (counts === null ? tree.count(node) : (counts[node] ?? 0))
  const cells: TreemapCell[] = []
  // Breadth first: when the limit is reached, deep levels are missing rather than a whole branch.
  const open: { readonly node: number; readonly box: Box; readonly level: number }[] = []
  if (width > 0 && height > 0) open.push({ node: root, box: { x: 0, y: 0, width, height }, level: 1 })
  for (const { node, box, level } of open) {
    const available = cellsMax - cells.length
    if (available < 1) break
    for (const cell of layChildren(node, box, { level, available })) {
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
    { level, available }: { level: number; available: number },
  ): readonly TreemapCell[] {
    const children = tree
      .children(parent)
      .filter(child => countOf(child) > 0)
      .toSorted((a, b) => countOf(b) - countOf(a) || a - b)
    const total = children.reduce((sum, child) => sum + countOf(child), 0)
    const smallest = (sideMin * sideMin * total) / (box.width * box.height)
    const fitting = children.findIndex(child => countOf(child) < smallest)
    // A single small sibling is shown itself instead of as "1 more".
    const most = fitting === -1 ? children.length : fitting
    const kept =
      Math.min(most, available) === children.length ? children.length : Math.min(most, available - 1)
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
