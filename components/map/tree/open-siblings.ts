import { type Expansion, isOpen } from '#components/map/model/tree/expansion.ts'
import type { SiteTree } from '#components/map/model/tree/site-tree.ts'

/** Expands a node and all its siblings, in one step: a folder may have thousands. */
export function openSiblings(expansion: Expansion, tree: SiteTree, node: number): Expansion {
  const toggled = new Set(expansion.toggled)
  for (const sibling of tree.children(tree.parent(node))) {
    if (!tree.hasChildren(sibling) || isOpen(expansion, tree, sibling)) continue
    if (!toggled.delete(sibling)) toggled.add(sibling)
  }
  return { ...expansion, toggled }
}
