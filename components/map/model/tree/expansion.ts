import type { SiteTree } from './site-tree.ts'

/** Expansion state: everything up to a level, with individually toggled nodes as exceptions. */
export interface Expansion {
  /** Nodes of this level and above are expanded; 1 is the hosts, 0 expands nothing. */
  readonly levels: number
  /** Nodes with the opposite state. */
  readonly toggled: ReadonlySet<number>
}

export const closed: Expansion = { levels: 0, toggled: new Set() }
/** Includes nodes that arrive later. */
export const allOpen: Expansion = { levels: Infinity, toggled: new Set() }

export function openTo(levels: number): Expansion {
  return { levels, toggled: new Set() }
}

export function isOpen(expansion: Expansion, tree: SiteTree, node: number): boolean {
  return tree.level(node) <= expansion.levels !== expansion.toggled.has(node)
}

/** Expands or collapses one node; no effect when it already is. */
export function setOpen(expansion: Expansion, tree: SiteTree, node: number, open: boolean): Expansion {
  if (isOpen(expansion, tree, node) === open) return expansion
  const toggled = new Set(expansion.toggled)
  if (!toggled.delete(node)) toggled.add(node)
  return { ...expansion, toggled }
}

/** Expands all ancestors of the node. */
export function reveal(expansion: Expansion, tree: SiteTree, node: number): Expansion {
  const parent = tree.parent(node)
  return parent === -1 ? expansion : reveal(setOpen(expansion, tree, parent, true), tree, parent)
}

/** Expands a node and all its siblings, in one step: a folder may have thousands. */
export function openSiblings(expansion: Expansion, tree: SiteTree, node: number): Expansion {
  const toggled = new Set(expansion.toggled)
  for (const sibling of tree.children(tree.parent(node))) {
    if (!tree.hasChildren(sibling) || isOpen(expansion, tree, sibling)) continue
    if (!toggled.delete(sibling)) toggled.add(sibling)
  }
  return { ...expansion, toggled }
}
