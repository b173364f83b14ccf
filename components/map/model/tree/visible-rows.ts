import { type Expansion, isOpen } from './expansion.ts'
import type { SiteTree } from './site-tree.ts'

/** A visible row of the tree, with the attributes of the ARIA tree pattern. */
export interface TreeRow {
  readonly node: number
  /** From 1. */
  readonly level: number
  /** From 1, among the visible siblings. */
  readonly posInSet: number
  readonly setSize: number
  /** null: no visible children, so it can be neither expanded nor collapsed. */
  readonly open: boolean | null
}

/** The rows of a tree from top to bottom, for a window of them. */
export class VisibleRows {
  readonly length: number
  readonly #nodes: Int32Array
  readonly #positions: Int32Array
  readonly #setSizes: Int32Array
  /** 0: no children, 1: collapsed, 2: expanded. */
  readonly #states: Uint8Array

  constructor(nodes: Int32Array, positions: Int32Array, setSizes: Int32Array, states: Uint8Array) {
    this.length = nodes.length
    this.#nodes = nodes
    this.#positions = positions
    this.#setSizes = setSizes
    this.#states = states
  }

  /** -1 outside. */
  node = (index: number): number => this.#nodes[index] ?? -1
  /** -1 when not visible. */
  indexOf = (node: number): number => this.#nodes.indexOf(node)

  row(index: number, tree: SiteTree): TreeRow | null {
    const node = this.#nodes[index]
    if (node === undefined) return null
    const state = this.#states[index]
    return {
      node,
      level: tree.level(node),
      posInSet: this.#positions[index] ?? 1,
      setSize: this.#setSizes[index] ?? 1,
      open: state === 0 ? null : state === 2,
    }
  }
}

/**
 * Flattens a tree into rows.
 * @param counts matching links by node (`Matches.nodeCounts`): nodes without any are omitted; null: all
 *   visible
 */
export function visibleRows(tree: SiteTree, expansion: Expansion, counts: Int32Array | null): VisibleRows {
  const nodes = new Int32Array(tree.size)
  const positions = new Int32Array(tree.size)
  const setSizes = new Int32Array(tree.size)
  const states = new Uint8Array(tree.size)
  const shownOf = (children: readonly number[]) =>
    counts === null ? children : children.filter(node => (counts[node] ?? 0) > 0)
  let length = 0

  function lay(siblings: readonly number[]): void {
    let position = 0
    for (const node of siblings) {
      const at = length
      length += 1
      position += 1
      nodes[at] = node
      positions[at] = position
      setSizes[at] = siblings.length
      if (!tree.hasChildren(node)) continue
      if (counts !== null && !tree.someChild(node, child => (counts[child] ?? 0) > 0)) continue
      states[at] = isOpen(expansion, tree, node) ? 2 : 1
      // A folder is sorted when expanded, not before.
      if (states[at] === 2) lay(shownOf(tree.children(node)))
    }
  }

  lay(shownOf(tree.children(-1)))
  return new VisibleRows(
    nodes.subarray(0, length),
    positions.subarray(0, length),
    setSizes.subarray(0, length),
    states.subarray(0, length),
  )
}
