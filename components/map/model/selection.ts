import type { Matches } from './filter-links.ts'
import type { SiteTree } from './tree/site-tree.ts'

/** Selected links. Each change returns a new object. */
export interface Selection {
  /** 1 for each selected link; links beyond its end are not selected. */
  readonly mask: Uint8Array
  readonly count: number
  /** For each node the number of selected links at or below it. */
  readonly nodeCounts: Int32Array
}

export type Choice = 'all' | 'some' | 'none'

export const noSelection: Selection = { mask: new Uint8Array(0), count: 0, nodeCounts: new Int32Array(0) }

/** Selection state of a node, of all its links or, with a filter, of its matches. */
export function choiceOf(selection: Selection, tree: SiteTree, node: number, shown: Matches | null): Choice {
  const whole = shown === null ? tree.count(node) : (shown.nodeCounts[node] ?? 0)
  const chosen = selection.nodeCounts[node] ?? 0
  if (chosen === 0 || whole === 0) return 'none'
  return chosen >= whole ? 'all' : 'some'
}

/** The part of a selection that matches the filter: with a filter, use it for `choiceOf`. */
export function selectionWithin(selection: Selection, tree: SiteTree, shown: Matches | null): Selection {
  if (shown === null || selection.count === 0) return selection
  return toSelection(
    tree,
    selection.mask.map((chosen, link) => chosen & (shown.mask[link] ?? 0)),
  )
}

/** Selects all matches at and below a node, or deselects them when all are selected. */
export function toggleBelow(
  selection: Selection,
  tree: SiteTree,
  node: number,
  shown: Matches | null,
): Selection {
  const below = tree.markBelow(node)
  const links = listWhere(tree, link => below[tree.node(link)] === 1 && (shown?.mask[link] ?? 1) === 1)
  return chooseLinks(selection, tree, links, !links.every(link => selection.mask[link] === 1))
}

/** Selects all matches of a filter, or everything. */
export function selectShown(tree: SiteTree, shown: Matches | null): Selection {
  return toSelection(tree, shown?.mask ?? new Uint8Array(tree.linkCount).fill(1))
}

export function chooseLinks(
  selection: Selection,
  tree: SiteTree,
  links: readonly number[],
  chosen: boolean,
): Selection {
  const mask = new Uint8Array(tree.linkCount)
  mask.set(selection.mask)
  for (const link of links) mask[link] = chosen ? 1 : 0
  return toSelection(tree, mask)
}

/** The selected links, in the order of the given ones. */
export function selectedLinks(selection: Selection, order: readonly number[]): readonly number[] {
  return order.filter(link => selection.mask[link] === 1)
}

function toSelection(tree: SiteTree, mask: Uint8Array): Selection {
  let count = 0
  for (const chosen of mask) count += chosen
  return { mask, count, nodeCounts: tree.countMarked(mask) }
}

function listWhere(tree: SiteTree, test: (link: number) => boolean): readonly number[] {
  const links: number[] = []
  for (let link = 0; link < tree.linkCount; link += 1) if (test(link)) links.push(link)
  return links
}
