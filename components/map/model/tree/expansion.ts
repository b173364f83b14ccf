import type { SiteTree } from './site-tree.ts'

/** What is open: everything down to a level, but for nodes that were opened or closed one by one. */
export interface Expansion {
  /** Nodes of this level and above are open; 1 is the hosts, 0 opens nothing. */
  readonly levels: number
  /** Nodes that are the other way round. */
  readonly toggled: ReadonlySet<number>
}

export const closed: Expansion = { levels: 0, toggled: new Set() }
/** Also what is still to arrive. */
export const allOpen: Expansion = { levels: Infinity, toggled: new Set() }

export function openTo(levels: number): Expansion {
  return { levels, toggled: new Set() }
}

export function isOpen(expansion: Expansion, tree: SiteTree, node: number): boolean {
  return tree.level(node) <= expansion.levels !== expansion.toggled.has(node)
}

/** Opens or closes one node; nothing changes when it is so already. */
export function setOpen(expansion: Expansion, tree: SiteTree, node: number, open: boolean): Expansion {
  if (isOpen(expansion, tree, node) === open) return expansion
  const toggled = new Set(expansion.toggled)
  if (!toggled.delete(node)) toggled.add(node)
  return { ...expansion, toggled }
}

/** Opens whatever hides the node. */
export function reveal(expansion: Expansion, tree: SiteTree, node: number): Expansion {
  const parent = tree.parent(node)
  return parent === -1 ? expansion : reveal(setOpen(expansion, tree, parent, true), tree, parent)
}
