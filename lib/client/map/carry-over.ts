import type { Expansion } from './expansion.ts'
import type { MapState } from './map-state.ts'
import { chooseLinks, noSelection } from './selection.ts'
import type { Site } from './site.ts'
import type { SiteTree } from './site-tree.ts'

/** What was chosen and opened, in a site whose links and nodes have other numbers. What it has not, is gone. */
export function carryOver(state: MapState, site: Site): Pick<MapState, 'selection' | 'view'> {
  const { selection, view } = state
  const before = state.found.site
  const links = before.links.flatMap(({ url }, link) =>
    selection.mask[link] === 1 ? [site.places.get(url) ?? -1] : [],
  )
  return {
    selection: chooseLinks(
      noSelection,
      site.tree,
      links.filter(link => link !== -1),
      true,
    ),
    view: {
      ...view,
      expansion: toExpansion(view.expansion, before.tree, site.tree),
      filteredExpansion: toExpansion(view.filteredExpansion, before.tree, site.tree),
    },
  }
}

function toExpansion({ levels, toggled }: Expansion, before: SiteTree, tree: SiteTree): Expansion {
  const nodes = [...toggled].map(node => tree.find(before.path(node)))
  return { levels, toggled: new Set(nodes.filter(node => node !== -1)) }
}
